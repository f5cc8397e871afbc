package loomwatch.results.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.Examples;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.files.RecordException;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.Factor;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import org.junit.jupiter.api.Test;

final class StudyRecordTest {
  private static final StudyRecord RECORD = record();

  private static Launch launch(int round) {
    Sample sample = Sample.of(Metric.LATENCY_P50, 0.001);
    return Examples.launch(round, "gc-zgc", Mode.VIRTUAL, "hello-10", sample);
  }

  private static StudyRecord record() {
    StudyCell cell =
        new StudyCell(Map.of("gc", "zgc", "users", "10"), "gc-zgc", Mode.VIRTUAL, "hello-10");
    Claim claim =
        new Claim(
            "c",
            "It is so.",
            "E4",
            "throughput",
            new Contrast(Map.of("gc", "zgc"), Map.of("gc", "g1"), Map.of("gc", "none")),
            null,
            0.5,
            null,
            2.0);
    StudyDesign design =
        new StudyDesign(
            "ours",
            "our collector",
            "sha256:0",
            Loop.CLOSED,
            List.of(new Factor("gc", List.of("zgc")), new Factor("users", List.of("10"))),
            List.of(cell),
            List.of(claim),
            3);
    return new StudyRecord(
        1,
        "20261123T000000Z-0001",
        Instant.EPOCH,
        "study",
        7,
        "embedded",
        Examples.host(),
        "f",
        Map.of(
            "gc-zgc", new Variant("r", true, "11", "25", "T", List.of("-Xmx1g"), null, null, null)),
        design,
        List.of(new Scenario("hello-10", "/hello", 10, 10, null, false, Set.of())),
        List.of(launch(1), launch(2)),
        List.of("a warning"));
  }

  @Test
  void read_whatWasWritten_isTheSame() {
    String json = StudyRecord.FORMAT.write(RECORD);

    assertThat(StudyRecord.FORMAT.read(json, "x")).isEqualTo(RECORD);
    assertThat(StudyRecord.FORMAT.write(StudyRecord.FORMAT.read(json, "x"))).isEqualTo(json);
  }

  @Test
  void plus_launches_goesOnAndTakesNoneTwice() {
    assertThat(RECORD.roundsDone()).isEqualTo(2);
    assertThat(RECORD.plus(List.of(launch(3))).roundsDone()).isEqualTo(3);
    assertThatThrownBy(() -> RECORD.plus(List.of(launch(2))))
        .hasMessage(
            "valid launches must be one of each round and cell, was two of round 2, gc-zgc,"
                + " virtual, hello-10");
  }

  @Test
  void read_damaged_saysWhichFileAndWhatToDo() {
    String json = StudyRecord.FORMAT.write(RECORD);

    for (String bad :
        List.of(
            "",
            "{}",
            "[]",
            json.substring(0, json.length() / 2),
            json.replace("\"schema\" : 1", "\"schema\" : 2"),
            json.replace("\"throughput\"", "\"thruput\""),
            json.replace("\"ours\"", "\"../ours\""),
            json.replace("\"loop\"", "\"lop\""),
            json.replace("\"CLOSED\"", "\"AJAR\""))) {
      assertThatThrownBy(() -> StudyRecord.FORMAT.read(bad, "kept/record.json"))
          .isInstanceOf(RecordException.class)
          .hasMessageStartingWith("kept/record.json:")
          .hasMessageMatching(
              ".*(measure it again|of Loomwatch's|update this one|those here are [\\w, ]*)");
    }
  }
}
