package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.profile.AsyncProfiler;

/** What the threads of a launch spend, by call stack: in passes of which no number is judged. */
final class Profiling {
  private Profiling() {}

  /** From here on, so that only what is warm is seen. */
  static void start(List<RunningLaunch> launches, SideBySide several, Progress progress)
      throws LaunchFailure, IOException, InterruptedException {
    several.each(
        launches,
        Stopwatch.Phase.OTHER,
        launch ->
            launch.attempt(target -> {
              if (target.server() instanceof LaunchedServer server && server.isJvm()) {
                try {
                  AsyncProfiler.start(server.pid(), server.directory(), launch.samples());
                } catch (AsyncProfiler.UnavailableException e) {
                  progress.note("  " + launch.name() + ": " + e.getMessage() + "; JFR alone tells");
                }
              }
            }));
  }

  /** Keeps what was seen beside each launch's log, and what is left when all is answered. */
  static void keep(List<RunningLaunch> launches, SideBySide several)
      throws LaunchFailure, IOException, InterruptedException {
    several.each(
        launches, Stopwatch.Phase.OTHER, launch -> launch.attempt(target -> keep(launch, target)));
  }

  private static void keep(RunningLaunch launch, Target target)
      throws LaunchFailure, IOException, InterruptedException {
    if (!(target.server() instanceof LaunchedServer server)) {
      return;
    }
    target.vitals().keepRecording(launch.recording(), "when its recording was kept");
    launch.left(target.vitals().liveObjects("when its heap was looked at"));
    if (Files.exists(launch.samples())) {
      try {
        AsyncProfiler.stop(server.pid(), server.directory(), launch.samples());
      } catch (AsyncProfiler.UnavailableException e) {
        Files.deleteIfExists(launch.samples());
      }
    }
  }
}
