package loomwatch.tell.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.Host;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyRecord;
import org.junit.jupiter.api.Test;

final class StudyWordsTest {
  private static final Scenario HELLO =
      new Scenario("hello-10", "/hello", 10, 10, null, false, Set.of());

  @Test
  void loop_ofBenchmarksAlone_isNeither() {
    assertThat(StudyWords.loop(record(Loop.OPEN, List.of())))
        .isEqualTo("Measured by JMH, without server and load.");
  }

  @Test
  void loop_ofAServer_isThatOfItsLoad() {
    assertThat(StudyWords.loop(record(Loop.OPEN, List.of(HELLO)))).startsWith("Open loop: ");
    assertThat(StudyWords.loop(record(Loop.CLOSED, List.of(HELLO)))).startsWith("Closed loop: ");
  }

  private static StudyRecord record(Loop loop, List<Scenario> scenarios) {
    return new StudyRecord(
        StudyRecord.SCHEMA,
        "id",
        Instant.EPOCH,
        "study",
        1,
        "embedded",
        new Host("CPU", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1)),
        "f",
        Map.of(),
        new StudyDesign("ours", "ours", "d", loop, List.of(), List.of(), List.of(), 2),
        scenarios,
        List.of(),
        List.of());
  }
}
