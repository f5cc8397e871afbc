package loomwatch.loadgen.jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.LoadResult.LoadErrors;

/**
 * A request as JMeter saw it. Times are whole milliseconds, and those of two agents are of two
 * clocks.
 *
 * @param thread the user who sent it; begins with the name of its agent
 * @param startMillis when it was sent
 * @param elapsedMillis until its answer was there
 * @param code of the answer, or how JMeter names that there was none
 */
record Sample(String thread, long startMillis, long elapsedMillis, String code) {
  /** The thread group's name in JMeter's plan; before it stands the agent. */
  private static final String GROUP = "load ";

  private static final int FIELDS = 4;

  /** What the generator wrote, a line each. */
  static List<Sample> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(Sample::read).toList();
  }

  private static Sample read(String line) {
    String[] fields = line.split("\t", FIELDS);
    return new Sample(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[3]);
  }

  /** Empty where no agent took part. */
  String agent() {
    return thread.substring(0, Math.max(0, thread.lastIndexOf(GROUP)));
  }

  long endMillis() {
    return startMillis + elapsedMillis;
  }

  /** Whether the answer was the expected one: of the 200s. */
  boolean ok() {
    return code.length() == 3 && code.startsWith("2");
  }

  /** The kind of its error. */
  LoadErrors error() {
    if (ok()) {
      return LoadErrors.NONE;
    }
    if (code.matches("\\d{3}")) {
      return new LoadErrors(0, 0, 0, 1, 0);
    }
    if (code.contains("Connect")) {
      return new LoadErrors(1, 0, 0, 0, 0);
    }
    return code.contains("Timeout") ? new LoadErrors(0, 0, 0, 0, 1) : new LoadErrors(0, 1, 0, 0, 0);
  }
}
