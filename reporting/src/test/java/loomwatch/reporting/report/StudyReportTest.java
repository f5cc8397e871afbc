package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.results.Host;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyRecord;
import org.junit.jupiter.api.Test;

final class StudyReportTest {
  private static final Scenario HELLO =
      new Scenario("hello-10", "/hello", 10, 10, null, false, Set.of());

  private static final StudyDesign.Factor SIZE =
      new StudyDesign.Factor("size", List.of("c0", "c1", "c2"));

  @Test
  void loop_ofBenchmarksAlone_isNeither() {
    assertThat(StudyReport.loop(record(Loop.OPEN, List.of())))
        .isEqualTo("Measured by JMH, without server and load.");
  }

  @Test
  void loop_ofAServer_isThatOfItsLoad() {
    assertThat(StudyReport.loop(record(Loop.OPEN, List.of(HELLO)))).startsWith("Open loop: ");
    assertThat(StudyReport.loop(record(Loop.CLOSED, List.of(HELLO)))).startsWith("Closed loop: ");
  }

  @Test
  void notes_doubtOfEveryCellOrOfSome_areALineEach() {
    String unsteady = "latency p99: not steady";
    String few = "latency p99: too few requests";

    assertThat(StudyReport.notes(verdict(List.of(unsteady), List.of(unsteady))))
        .containsExactly("every cell: " + unsteady);
    assertThat(StudyReport.notes(verdict(List.of(few, unsteady), List.of(unsteady), List.of())))
        .containsExactly("c0: " + few, "c0; c1: " + unsteady);
  }

  /** Of so many cells, with these doubts. */
  @SafeVarargs
  private static StudyVerdict verdict(List<String>... doubts) {
    List<CellFinding> cells = new ArrayList<>();
    for (int i = 0; i < doubts.length; i++) {
      StudyCell cell = new StudyCell(Map.of("size", "c" + i), "s" + i, Mode.PLATFORM, "hello-10");
      cells.add(new CellFinding(cell, Map.of(), 1, doubts[i], List.of()));
    }
    return new StudyVerdict(record(Loop.OPEN, List.of(HELLO)), cells, List.of());
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
        new StudyDesign("ours", "ours", "d", loop, List.of(SIZE), List.of(), List.of(), 2),
        scenarios,
        List.of(),
        List.of());
  }
}
