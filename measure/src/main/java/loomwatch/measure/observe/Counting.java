package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Counts what a JVM does for requests, between {@link #start} and {@link #stop}. */
public final class Counting {
  private static final List<String> PROBE =
      List.of(
          "CountingProbe",
          "CountingProbe$Counted",
          "CountingProbe$Normalised",
          "CountingProbe$Property");

  private final InstrumentingAgent agent;

  /** Counts in the JVM of that process; its jars are written to the folder. */
  public Counting(long pid, Path folder) {
    agent = new InstrumentingAgent(pid, folder, CountingAgent.class, PROBE);
  }

  public void start() throws IOException {
    agent.start("all");
  }

  /** Ends it and writes what was seen to a recording of JFR. */
  public void stop(Path file) throws IOException {
    agent.call("stop", file.toAbsolutePath().toString());
  }
}
