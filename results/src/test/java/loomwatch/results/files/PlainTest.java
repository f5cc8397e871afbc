package loomwatch.results.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import loomwatch.results.JmhResults;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.HistoryStore;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was read steers no terminal. */
final class PlainTest {
  /** Clears the screen, colours with one character for two, and turns the text around. */
  private static final String TRICKS = "\u001b[2J\u009b31m\u202e\u007f\rloomwatch:\u2028";

  @Test
  void textAndLines_tricks_doNothing() {
    assertThat(Plain.lines("a\u001b[2J\n  b\u009b\r\nc")).isEqualTo("a\uFFFD[2J\n  b\uFFFD\nc");
    assertThat(Plain.text(TRICKS)).isEqualTo("\uFFFD[2J\uFFFD31m\uFFFD\uFFFD loomwatch: ");
  }

  @Test
  void head_quoted_isPlain(@TempDir Path history) throws IOException {
    Files.writeString(
        history.resolve("head.json"),
        """
        {"schema": 1, "entries": 0, "last": "\\u001b[2J\u009b31m\u202e", "shards": {}}
        """);

    assertPlain(() -> new HistoryStore(history).read());
  }

  @Test
  void jmh_quoted_isPlain() {
    String benchmark =
        """
        [{"benchmark": "%s", "mode": "avgt", "forks": 1, "primaryMetric": {"scoreUnit": "s/op"},
          "secondaryMetrics": {}}]
        """
            .formatted("\\u001b[2J\\u009b31m\\u202e");

    assertPlain(() ->
        JmhResults.read(
            benchmark, "r.json", Map.of(), new JmhResults.Run(1, 0, "head", Instant.EPOCH, "")));
  }

  @Test
  void dataJs_quoted_isPlain() {
    assertPlain(() ->
        DataJs.read(
            "window.BENCHMARK_DATA = {\"entries\":{\"\\u001b[2J\\u009b\":1}}",
            "data.js",
            DataJs.ImportOptions.NOTHING,
            Instant.EPOCH));
  }

  @Test
  void recordException_ofMuchThatWasRead_saysWhereAndWhatToDo() {
    assertThat(
            new RecordException(
                "r.json: [0].mode must be avgt, was " + "x".repeat(1 << 20) + "; run it"))
        .message()
        .startsWith("r.json: [0].mode must be avgt, was xxx")
        .contains("x…x")
        .endsWith("x; run it")
        .hasSizeLessThan(2_100);
  }

  private static void assertPlain(ThrowingCallable reading) {
    assertThatThrownBy(reading)
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("\uFFFD")
        .message()
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
  }
}
