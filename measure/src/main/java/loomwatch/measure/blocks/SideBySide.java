package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import loomwatch.measure.launch.LaunchFailure;

/**
 * Does what is not measured with several launches of a block at once.
 *
 * @param atOnce how many at the same time; below 1 as 1
 */
record SideBySide(int atOnce) {

  /** What is done with each. */
  interface Work {
    /** Does it; nobody else touches the launch meanwhile. */
    void on(RunningLaunch launch) throws LaunchFailure, IOException, InterruptedException;
  }

  /**
   * Does it with all of them, in their order, and charges each a share of the time.
   *
   * @throws LaunchFailure the first of theirs; those under way are interrupted then
   */
  void each(List<RunningLaunch> launches, Stopwatch.Phase phase, Work work)
      throws LaunchFailure, IOException, InterruptedException {
    long start = System.nanoTime();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Math.clamp(atOnce, 1, launches.size()))) {
      List<Future<?>> begun = new ArrayList<>();
      for (RunningLaunch launch : launches) {
        begun.add(
            pool.submit(() -> {
              work.on(launch);
              return launch;
            }));
      }
      await(begun, pool);
    }
    long share = (System.nanoTime() - start) / launches.size();
    launches.forEach(launch -> launch.stopwatch.add(phase, share));
  }

  private static void await(List<Future<?>> begun, ExecutorService pool)
      throws LaunchFailure, IOException, InterruptedException {
    try {
      for (Future<?> each : begun) {
        each.get();
      }
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case LaunchFailure failure -> throw failure;
        case IOException io -> throw io;
        case null, default -> throw new IllegalStateException(failed.getCause());
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
