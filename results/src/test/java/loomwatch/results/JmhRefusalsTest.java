package loomwatch.results;

import static loomwatch.results.JmhResultsTest.ONE;
import static loomwatch.results.JmhResultsTest.RUN;
import static loomwatch.results.JmhResultsTest.SUITE;
import static loomwatch.results.JmhResultsTest.minimal;
import static loomwatch.results.JmhResultsTest.one;
import static loomwatch.results.JmhResultsTest.read;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;

/** Output of JMH that cannot be taken, with the whole message. */
class JmhRefusalsTest {
  @Test
  void read_throughput_saysWhatToRun() {
    assertThatThrownBy(() -> minimal("thrpt", "ops/s", "[[2.5]]"))
        .isInstanceOf(RecordException.class)
        .hasMessage("jmh.json: [0].mode must be avgt or ss, was thrpt; run JMH with -bm avgt");
  }

  @Test
  void read_sampling_saysWhatToRun() {
    assertThatThrownBy(() -> read("sample.json", SUITE))
        .isInstanceOf(RecordException.class)
        .hasMessage("sample.json: [0].mode must be avgt or ss, was sample; run JMH with -bm avgt");
  }

  @Test
  void read_unknownUnit_listsTheKnown() {
    assertThatThrownBy(() -> minimal("avgt", "day/op", "[[2.5]]"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "jmh.json: [0].primaryMetric.scoreUnit must be one of ms/op, ns/op, s/op, us/op,"
                + " was day/op");
  }

  @Test
  void read_noRawData_namesIt() {
    assertThatThrownBy(() -> minimal("avgt", "s/op", "null"))
        .isInstanceOf(RecordException.class)
        .hasMessage("jmh.json: [0].primaryMetric.rawData must be a list, was null");
  }

  @Test
  void read_benchmarkNotExpected_namesIt() {
    assertThatThrownBy(() -> read("one-fork-failed.json", SUITE))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "one-fork-failed.json: [0].benchmark must be one of"
                + " demo.ThreadCreation.computeInMainThread,"
                + " demo.ThreadCreation.computeInPlatformThread,"
                + " demo.ThreadCreation.computeInVirtualThread,"
                + " was demo.Flaky.flaky; let JMH's pattern match these only");
  }

  @Test
  void read_benchmarkTwice_saysSo() {
    String one = one("avgt", "s/op", "[[2.5]]", "");
    String twice = "[" + one.substring(1, one.length() - 1) + "," + one.substring(1);

    assertThatThrownBy(() -> JmhResults.read(twice, "jmh.json", ONE, RUN))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "jmh.json: [1].benchmark must be there once, was there again: demo.Flaky.flaky;"
                + " run one mode");
  }

  @Test
  void read_noList_saysWhatToRun() {
    assertThatThrownBy(() -> JmhResults.read("{}", "j", ONE, RUN))
        .isInstanceOf(RecordException.class)
        .hasMessage("j: JMH results must be a list, was another value; run JMH with -rf json");
  }

  @Test
  void read_cutOff_saysWhere() {
    assertThatThrownBy(() -> JmhResults.read("[\n{ \"jmhVersion\" :", "jmh.json", ONE, RUN))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "jmh.json:2:17: JMH results must be JSON, was not;"
                + " run JMH with -rf json and to its end");
  }

  @Test
  void read_scoreThatIsNone_saysWhere() {
    for (String score : List.of("1e999", "1e308", "1e-320")) {
      assertThatThrownBy(() -> minimal("avgt", "s/op", "[[1.0],[" + score + "]]"))
          .as(score)
          .isInstanceOf(RecordException.class)
          .hasMessage(
              "jmh.json: [0].primaryMetric.rawData[1] must be numbers whose mean is 0 or from 1e-15"
                  + " to 1e15 in base units, was "
                  + Double.parseDouble(score));
    }
  }

  @Test
  void read_moreForksThanAnybodyRuns_saysSo() {
    String json = one("avgt", "s/op", "[[1.0]]", "").replace("\"forks\":1", "\"forks\":2147483647");

    assertThatThrownBy(() -> JmhResults.read(json, "jmh.json", ONE, RUN))
        .isInstanceOf(RecordException.class)
        .hasMessage("jmh.json: [0].forks must be at most 10000, was 2147483647");
  }

  @Test
  void read_beyondTheParsersLimits_isNoJson() {
    for (String json : List.of("[".repeat(10_000), "[" + "9".repeat(10_000) + "]")) {
      assertThatThrownBy(() -> JmhResults.read(json, "jmh.json", ONE, RUN))
          .isInstanceOf(RecordException.class)
          .hasMessageContaining("JMH results must be JSON, was not");
    }
  }
}
