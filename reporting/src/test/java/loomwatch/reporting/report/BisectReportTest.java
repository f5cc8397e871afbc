package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.Commit;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.bisect.Bisection;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.reporting.json.BisectJson;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which commit made something worse, as people and programs are told. */
class BisectReportTest {
  private static final Size.SeveralPairs WHOLE = size(10.2, 9.1, 11.3);

  private static final List<Commit> COMMITS =
      List.of(
          commit(1, "Rename a field", new CommitResult.Alike()),
          commit(2, "Add a log line", new CommitResult.Compared(size(0.3, -0.8, 1.4), 2)),
          commit(
              3, "Break the build", new CommitResult.Skipped("pom.xml does not parse\n\u001b[31m")),
          commit(4, "Use a lock", new CommitResult.Compared(size(10.4, 9.2, 11.6), 1)),
          commit(5, "Say more", new CommitResult.Not()),
          commit(6, "Release", new CommitResult.Compared(WHOLE, 1)));

  @Test
  void render_oneCommit_isNamedWithWhatWasAsked() {
    Golden.assertSame("bisect-one-100.txt", rendered(found(4, 4, 0.972)));
  }

  @Test
  void render_severalCommits_areARange() {
    Golden.assertSame("bisect-range-100.txt", rendered(found(3, 5, 0.91)));
  }

  @Test
  void render_onlyOneCommitThere_saysNothingOfProbability() {
    BisectFindings findings =
        new BisectFindings(
            "0".repeat(40),
            new FollowedChange("hello", JudgedMode.PLATFORM, Metric.CPU_PER_REQUEST),
            WHOLE,
            List.of(COMMITS.getLast()),
            new Bisection.Range(1, 1, 1));

    assertThat(rendered(findings))
        .contains("✘ 66666666 Release made it worse.\n")
        .contains("of hello, platform, is +10.20 % [+9.10, +11.30] from good to bad.");
  }

  /** From 20,000 to 18,800 requests/s: base has 6.38 % more than head, and head 6 % less. */
  @Test
  void render_capacityThatFell_isLess() {
    Size.SeveralPairs fell = size(6.38, 5.77, 7);
    BisectFindings findings =
        new BisectFindings(
            "0".repeat(40),
            new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.CAPACITY),
            fell,
            List.of(commit(6, "Release", new CommitResult.Compared(fell, 1))),
            new Bisection.Range(1, 1, 1));

    assertThat(rendered(findings))
        .contains("capacity of hello, virtual, is -6.00 % [-6.54, -5.46] from good to bad.")
        .contains("Release  -6.00 % [-6.54, -5.46]");
  }

  @Test
  void render_count_isBothLevelsWithoutAProbability() {
    assertThat(rendered(counted()))
        .contains("✘ 55555555 Throw made it worse.\n")
        .contains("exceptions per request of hello, virtual: 0 → 1 from good to bad.")
        .contains("44444444 Read     0 → 0", "55555555 Throw    0 → 1")
        .contains("Why: ./loomwatch compare --base 55555555~1 --head 55555555 --counts");
  }

  @ParameterizedTest
  @CsvSource({"1, dep=g:a:1.0, dep=g:a:1.1", "2, dep=g:a:1.1, dep=g:a:1.2"})
  void render_version_isComparedWithTheOneBefore(int number, String base, String head) {
    Size.NoRatio grew = new Size.NoRatio(0, 1);
    BisectFindings findings =
        new BisectFindings(
            "dep=g:a:1.0",
            new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.EXCEPTIONS),
            grew,
            List.of(
                new Commit("dep=g:a:1.1", "", new CommitResult.Compared(grew, 1)),
                new Commit("dep=g:a:1.2", "", new CommitResult.Compared(grew, 1))),
            new Bisection.Range(number, number, 1));

    assertThat(rendered(findings))
        .contains("✘ " + head + " made it worse.\n")
        .contains("Why: ./loomwatch compare --base " + base + " --head " + head + " --counts");
  }

  @ParameterizedTest
  @CsvSource({
    "'a.Csv.hash:rows=10,size=1', 'a.Csv.hash:rows=10,size=1'",
    "'a.Csv.hash:text={\"it''s\"}', a.Csv.hash"
  })
  void render_benchmark_isWhatTheCommandChooses(String benchmark, String choice) {
    BisectFindings findings =
        new BisectFindings(
            "0".repeat(40),
            new FollowedChange(benchmark, JudgedMode.PLATFORM, Metric.TIME_PER_OPERATION),
            WHOLE,
            List.of(COMMITS.getLast()),
            new Bisection.Range(1, 1, 1));

    assertThat(rendered(findings))
        .contains("per operation of " + benchmark + ", is +10.20 %")
        .endsWith(
            "Why: ./loomwatch compare --base 66666666~1 --head 66666666 --scenario "
                + choice
                + "\n");
  }

  @Test
  void json_count_isBothLevels() throws Exception {
    JsonNode json = new ObjectMapper().readTree(BisectJson.write(counted()));

    assertThat(json.at("/commits/1/change").toString())
        .isEqualTo("{\"percent\":null,\"interval\":null,\"base\":0.0,\"head\":1.0}");
    assertThat(BisectJson.write(found(3, 5, 0.91))).doesNotContain("\"base\"");
  }

  private static BisectFindings counted() {
    Size.NoRatio grew = new Size.NoRatio(0, 1);
    return new BisectFindings(
        "0".repeat(40),
        new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.EXCEPTIONS),
        grew,
        List.of(
            commit(4, "Read", new CommitResult.Compared(new Size.NoRatio(0, 0), 1)),
            commit(5, "Throw", new CommitResult.Compared(grew, 1)),
            commit(6, "Release", new CommitResult.Compared(grew, 1))),
        new Bisection.Range(2, 2, 0.99));
  }

  @Test
  void json_eachStateOfACommit_isTold() throws Exception {
    JsonNode json = new ObjectMapper().readTree(BisectJson.write(found(3, 5, 0.91)));

    assertThat(json.path("schema").asInt()).isEqualTo(1);
    assertThat(json.path("mode").asText()).isEqualTo("virtual");
    assertThat(json.path("metric").asText()).isEqualTo("cpu-per-request");
    assertThat(json.at("/change/interval/low").asDouble()).isEqualTo(9.1);
    assertThat(json.path("first").asText()).isEqualTo("3".repeat(40));
    assertThat(json.path("last").asText()).isEqualTo("5".repeat(40));
    assertThat(
            StreamSupport.stream(json.path("commits").spliterator(), false)
                .map(commit -> commit.path("state").asText()))
        .containsExactly(
            "same-as-good", "compared", "skipped", "compared", "not-compared", "compared");
    assertThat(json.at("/commits/3/change/percent").asDouble()).isEqualTo(10.4);
    assertThat(json.at("/commits/4/change").isNull()).isTrue();
  }

  private static BisectFindings found(int first, int last, double probability) {
    return new BisectFindings(
        "0".repeat(40),
        new FollowedChange("hello", JudgedMode.VIRTUAL, Metric.CPU_PER_REQUEST),
        WHOLE,
        COMMITS,
        new Bisection.Range(first, last, probability));
  }

  private static Commit commit(int digit, String title, CommitResult asked) {
    return new Commit(Integer.toString(digit).repeat(40), title, asked);
  }

  private static Size.SeveralPairs size(double percent, double low, double high) {
    return new Size.SeveralPairs(
        100, 100 + percent, percent, new Interval(low, high), OptionalDouble.empty());
  }

  private static String rendered(BisectFindings findings) {
    return BisectReport.render(findings, new Style(100, Colour.OFF, Detail.KEY));
  }
}
