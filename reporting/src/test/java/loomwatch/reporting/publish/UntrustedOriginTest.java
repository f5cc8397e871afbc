package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.bisect.Bisection;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.reporting.json.BisectJson;
import loomwatch.reporting.publish.UntrustedRun.UntrustedOrigin;
import loomwatch.results.Metric;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commit that an untrusted contributor's machine says it found. */
class UntrustedOriginTest {
  private static final List<String> BETWEEN = List.of(commit(1), commit(2), commit(3));

  @TempDir Path directory;

  @Test
  void of_whatGotWorse_isTheCommitsNamed() throws Exception {
    assertThat(origin(written(), "regressed"))
        .contains(new Origin("hello", "virtual", "cpu-per-request", commit(2), commit(3), 0.91));
  }

  @Test
  void of_whatDidNotGetWorse_isNotTold() throws Exception {
    assertThat(origin(written(), "pass")).isEmpty();
  }

  @Test
  void in_noFile_isNothing() {
    assertThat(UntrustedOrigin.in(directory)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"first\" : \"2|\"first\" : \"4|first must be a commit between those that were compared",
        "\"last\" : \"3{40}\"|\"last\" : \"<img src=x>\"|last must be a commit between",
        "\"first\" : \"2{40}\"|\"first\" : \"--all\"|first must be a commit between",
        "\"last\" : \"3{40}\"|\"last\" : \"1111111111111111111111111111111111111111\"|no later than last",
        "\"good\" : \"0|\"good\" : \"9|good must be 0000000000",
        "\"probability\" : 0.91|\"probability\" : 1.5|probability must be above 0 and at most 1",
        "\"schema\" : 1|\"schema\" : 2|schema must be at most 1, was 2",
        "\"metric\" : \"cpu-per-request\"|\"metric\" : \"x\"|metric must be one of latency-p50",
        "\"first\"|\"second\"|first must be given, was missing"
      })
  void of_whatBisectNeverLeaves_isRefused(String right, String wrong, String message)
      throws Exception {
    String discarded = written().replaceFirst(right, wrong);

    assertThat(discarded).isNotEqualTo(written());
    assertThatThrownBy(() -> origin(discarded, "regressed"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  @Test
  void in_aLinkInItsPlace_isRefused() throws Exception {
    Path elsewhere = Files.writeString(directory.resolve("elsewhere"), written());
    Files.createSymbolicLink(directory.resolve("bisect.json"), elsewhere);

    assertThatThrownBy(() -> UntrustedOrigin.in(directory))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("must be a file, was something else");
  }

  private Optional<Origin> origin(String json, String outcome) throws IOException {
    Files.writeString(directory.resolve("bisect.json"), json);
    Confirmation.ComparedMetric line =
        new Confirmation.ComparedMetric("hello", "virtual", "cpu-per-request", outcome, 10.2);
    return UntrustedOrigin.in(directory)
        .orElseThrow()
        .of(new Confirmation(commit(0), commit(3), List.of(line), null, null), BETWEEN);
  }

  private static String written() {
    Size.SeveralPairs size =
        new Size.SeveralPairs(100, 110, 10.2, new Interval(9.1, 11.3), OptionalDouble.empty());
    return BisectJson.write(
        new BisectFindings(
            commit(0),
            new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.CPU_PER_REQUEST),
            size,
            List.of(
                new BisectFindings.Commit(commit(1), "One", new CommitResult.Compared(size, 1)),
                new BisectFindings.Commit(commit(2), "Two", new CommitResult.Skipped("it died")),
                new BisectFindings.Commit(commit(3), "Three", new CommitResult.Not())),
            new Bisection.Range(2, 3, 0.91)));
  }

  private static String commit(int digit) {
    return Integer.toString(digit).repeat(40);
  }
}
