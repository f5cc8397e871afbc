package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.reporting.report.StoredRuns;

/** What the tests of this package share. */
final class Published {
  private static final Path FOLDER = Path.of("src/test/resources/loomwatch/reporting/publish");

  private Published() {}

  /** Of which hello's p99 and CPU decide, and all that the reports' does. */
  static Thresholds thresholds() {
    return ThresholdsReader.read(
        FOLDER.resolve("thresholds.yaml"), Set.of("hello", "sleep-50-over", "jmh-create-batch"));
  }

  static JudgedRun of(StoredRuns stored) {
    return new JudgedRun(stored.record(), stored.verdict(), Inconclusive.NEUTRAL);
  }

  /** What is seen before anything is unfolded. */
  static List<String> unfolded(String markdown) {
    return markdown.lines().takeWhile(line -> !line.startsWith("<details>")).toList();
  }

  /** {@code mvn -pl tell -am test -Dloomwatch.fixtures=update} writes it again. */
  static void assertGolden(String name, String actual) {
    Path file = FOLDER.resolve(name);
    try {
      if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, actual);
      }
      assertThat(actual).as(file.toString()).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
