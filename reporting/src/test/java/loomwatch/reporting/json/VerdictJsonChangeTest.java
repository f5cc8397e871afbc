package loomwatch.reporting.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.reporting.report.Comparisons;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;

/** Numbers of changes that are none. */
final class VerdictJsonChangeTest {
  @Test
  void read_changeBeyondDoubles_isRefused() {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst("\"mdePercent\" : [0-9.]+", "\"mdePercent\" : 1e999");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "v\\.json:\\d+:\\d+: metrics\\[0\\]\\.change\\.mdePercent must be a number of at most"
                + " 1e300 in size, was Infinity; \\./loomwatch gate makes it again from the record");
  }
}
