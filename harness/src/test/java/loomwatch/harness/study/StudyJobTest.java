package loomwatch.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.results.Host;
import loomwatch.results.Variant;
import loomwatch.results.study.StudyRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyJobTest {
  private static final String FILE =
      """
      schema: 1
      title: ours
      service: shipped
      load: {get: /hello, rate: 500, connections: 10}
      factors:
        mode: [platform, virtual]
      claims:
        less: {metric: latency-p99, of: {mode: virtual}, over: {mode: platform}, at-most: 1.1}
      """;

  @TempDir Path directory;

  @Test
  void refusal_sameCommitAndLoad_isNone() throws Exception {
    assertThat(refusal(record(FILE, "c1", false), record(FILE, "c1", false))).isEmpty();
    assertThat(refusal(record(FILE, "c1", false), record(FILE, "c2", false))).isPresent();
  }

  /** Their records are equal, whatever was edited between them. */
  @Test
  void mayBeOfOtherCode_codeThatIsNotCommittedOrElsewhere_isTrue() throws Exception {
    assertThat(StudyJob.mayBeOfOtherCode(record(FILE, "c1", false))).isFalse();
    assertThat(StudyJob.mayBeOfOtherCode(record(FILE, "c1", true))).isTrue();
    assertThat(StudyJob.mayBeOfOtherCode(record(FILE, "unknown", false))).isTrue();
  }

  /** The load of a scenario stands in another file, which the study's digest is not of. */
  @Test
  void refusal_anotherRate_isTheLoad() throws Exception {
    StudyRecord faster = record(FILE.replace("rate: 500", "rate: 900"), "c1", false);

    assertThat(refusal(record(FILE, "c1", false), faster)).contains("is of another load");
  }

  @Test
  void refusal_quickLaunches_areOfAnotherLength() throws Exception {
    StudyRecord quick = record(FILE, "c1", false, "study-quick");

    assertThat(refusal(quick, record(FILE, "c1", false)))
        .contains("has launches of another length (study-quick)");
  }

  @Test
  void refusal_fileThatChanged_isTold() throws Exception {
    StudyRecord edited = record(FILE.replace("1.1", "2.5"), "c1", false);

    assertThat(refusal(record(FILE, "c1", false), edited))
        .contains("was measured before its file changed");
  }

  @Test
  void withClaims_fileWithOtherClaims_hasThose() throws Exception {
    StudyRecord record = record(FILE, "c1", false);

    StudyRecord claimed = StudyJob.withClaims(study(FILE.replace("1.1", "2.5")), record);

    assertThat(claimed.design().claims().getFirst().atMost()).isEqualTo(2.5);
    assertThat(StudyJob.withClaims(study(FILE.replace("500", "900")), record)).isSameAs(record);
  }

  private static Optional<String> refusal(StudyRecord earlier, StudyRecord now) {
    return StudyJob.refusal(earlier, now);
  }

  private StudyFile study(String text) throws IOException {
    return StudyFile.read(
        Files.writeString(directory.resolve("ours.yaml"), text), StudyService.SHIPPED);
  }

  private StudyRecord record(String text, String revision, boolean dirty) throws IOException {
    return record(text, revision, dirty, "study");
  }

  private StudyRecord record(String text, String revision, boolean dirty, String profile)
      throws IOException {
    StudyFile study = study(text);
    return new StudyRecord(
        StudyRecord.SCHEMA,
        "id",
        Instant.EPOCH,
        profile,
        1,
        "embedded",
        new Host("CPU", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1)),
        "f",
        Map.of("head", new Variant(revision, dirty, "11", "25", "T", List.of(), null, null, null)),
        study.design(),
        study.scenarios(),
        List.of(),
        List.of());
  }
}
