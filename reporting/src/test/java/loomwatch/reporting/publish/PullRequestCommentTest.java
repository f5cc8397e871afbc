package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.publish.CheckReport.Unmeasured;
import loomwatch.reporting.publish.PullRequestComment.Occasion;
import loomwatch.reporting.report.Explanations;
import loomwatch.reporting.report.Rendered;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PullRequestCommentTest {
  private static final DetailsUrl URL = new DetailsUrl("https://example.org/runs/1");

  static Stream<Arguments> occasions() {
    return Stream.of(
        Arguments.of(StoredRuns.regressed(), Occasion.CHANGE),
        Arguments.of(StoredRuns.improved(), Occasion.CHANGE),
        Arguments.of(StoredRuns.unchanged(), Occasion.NO_CHANGE),
        Arguments.of(StoredRuns.timed(1), Occasion.NO_CHANGE),
        Arguments.of(StoredRuns.timed(1.1), Occasion.CHANGE),
        Arguments.of(StoredRuns.noisy(), Occasion.CHANGE),
        Arguments.of(StoredRuns.discarded(), Occasion.CHANGE));
  }

  static Stream<StoredRuns> all() {
    return Stream.concat(
        occasions().map(each -> (StoredRuns) each.get()[0]),
        Stream.of(StoredRuns.run(), StoredRuns.hostile(), StoredRuns.vast(2_000)));
  }

  @ParameterizedTest
  @MethodSource("occasions")
  void of_eachVerdict_isWorthACommentUnlessItPassed(StoredRuns run, Occasion occasion) {
    assertThat(comment(run).occasion()).isEqualTo(occasion);
  }

  @ParameterizedTest
  @MethodSource("all")
  void of_anyRun_showsAtMostAScreenAndFitsACommentAndClosesItsFolds(StoredRuns run) {
    String body = comment(run).body();

    assertThat(Published.unfolded(body)).hasSizeLessThanOrEqualTo(25);
    assertThat(body.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(65_536);
    assertThat(body.lines().filter(line -> line.startsWith("<details>")).count())
        .isEqualTo(body.lines().filter("</details>"::equals).count());
  }

  /** What a reviewer reads on each occasion, one after another: the check's title, the comment. */
  @Test
  void of_eachOccasion_looksAsItDid() {
    StoredRuns regressed = StoredRuns.regressed();
    Verdict explained = regressed.verdict().because(List.of(Explanations.cause("shop.Json.write")));
    Verdict searched = regressed.verdict().because(List.of());
    Map<String, JudgedRun> occasions = new LinkedHashMap<>();
    occasions.put("pass", Published.of(StoredRuns.passed()));
    occasions.put("pass, with a method", Published.of(StoredRuns.timed(1.11)));
    occasions.put("improved", Published.of(StoredRuns.improved()));
    occasions.put("regressed", Published.of(regressed));
    occasions.put(
        "regressed, with a cause",
        new JudgedRun(regressed.record(), explained, Inconclusive.NEUTRAL));
    occasions.put(
        "regressed, without a cause",
        new JudgedRun(regressed.record(), searched, Inconclusive.NEUTRAL));
    occasions.put("inconclusive", Published.of(StoredRuns.noisy()));
    occasions.put(
        "inconclusive, which blocks",
        new JudgedRun(
            StoredRuns.noisy().record(), StoredRuns.noisy().verdict(), Inconclusive.FAIL));
    occasions.put("invalid", Published.of(StoredRuns.discarded()));
    occasions.put("the first pull request", Published.of(StoredRuns.unchanged()));
    occasions.put("the first pull request, on a noisy day", Published.of(StoredRuns.falseAlarm()));
    StringBuilder all = new StringBuilder();
    occasions.forEach((occasion, run) -> {
      CheckReport check = CheckReport.of(run, URL, RecentChecks.UNKNOWN);
      all.append("\n----- %s -----\n".formatted(occasion))
          .append("check, %s: %s\n\n".formatted(check.conclusion(), check.title()))
          .append(outline(PullRequestComment.of(run, URL, RecentChecks.UNKNOWN).body()));
    });

    for (Unmeasured why : Unmeasured.values()) {
      CheckReport check = why.report(URL);
      all.append("\n----- %s -----\n".formatted(why.label()))
          .append("check, %s: %s\n\n".formatted(check.conclusion(), check.title()))
          .append(check.summary())
          .append('\n');
    }

    Published.assertGolden("comments.md", all.toString());
  }

  @Test
  void of_noisyAsOften_saysHowOftenAndWhatHelps() {
    RecentChecks often = new RecentChecks(20, 9);
    String advice = "9 of the last 20 pull requests with a verdict were inconclusive";

    assertThat(PullRequestComment.of(Published.of(StoredRuns.noisy()), URL, often).body())
        .contains(advice);
    assertThat(CheckReport.of(Published.of(StoredRuns.noisy()), URL, often).summary())
        .contains(advice);
    assertThat(CheckReport.of(Published.of(StoredRuns.passed()), URL, often).summary())
        .doesNotContain(advice);
  }

  @Test
  void of_buildsThatTookLong_saysHowMuchOfTheTimeTheyWere() {
    MeasurementRecord record = StoredRuns.passed().record();
    MeasurementRecord built =
        new MeasurementRecord(
            record.schema(),
            record.id(),
            record.createdAt().minusSeconds(180),
            record.profile(),
            record.seed(),
            record.generator(),
            record.host(),
            record.variants(),
            record.fingerprint(),
            record.scenarios(),
            record.launches(),
            record.warnings(),
            record.comparison());
    JudgedRun run = new JudgedRun(built, StoredRuns.passed().verdict(), Inconclusive.NEUTRAL);

    assertThat(PullRequestComment.of(run, URL, RecentChecks.UNKNOWN).body())
        .containsPattern("rounds in 3 min \\d+ s, 3 min( \\d+ s)? of them builds; none");
  }

  @Test
  void recentChecks_ofTitles_countsVerdictsOnly() {
    List<String> titles =
        List.of("Inconclusive: a", "Inconclusive: b", "Pass: c", "Regressed: d", "Improved: e");

    assertThat(RecentChecks.of(titles)).isEqualTo(new RecentChecks(5, 2));
    assertThat(RecentChecks.of(List.of("Being measured since 12:00 UTC", "")))
        .isEqualTo(RecentChecks.UNKNOWN);
    assertThat(new RecentChecks(5, 2).advice()).isPresent();
    assertThat(new RecentChecks(20, 6).advice()).isEmpty();
    assertThat(new RecentChecks(4, 4).advice()).isEmpty();
  }

  /** Returns the comment with the whole report left out. */
  private static String outline(String body) {
    int whole = body.indexOf("<details><summary>The whole report");
    return body.substring(0, whole) + "<details><summary>The whole report…\n";
  }

  @Test
  void of_noisy_saysThatTheMergeIsNotGuardedAndWhatWouldTell() {
    assertThat(Published.unfolded(comment(StoredRuns.noisy()).body()))
        .anyMatch(line -> line.startsWith("**This merge is not guarded**"))
        .anyMatch(line -> line.startsWith("- To tell: "));
  }

  @Test
  void of_hostileRun_isInert() {
    String html = Rendered.html(comment(StoredRuns.hostile()).body());
    Set<String> names = new TreeSet<>(Rendered.names(html));
    names.remove("h3");
    names.remove("a");

    assertThat(names).isSubsetOf(Rendered.OURS);
    assertThat(html).containsOnlyOnce("href=").contains("href=\"" + URL + "\"");
    assertThat(Rendered.text(html)).doesNotContainPattern("@\\w").doesNotContainPattern("#\\d");
  }

  private static PullRequestComment comment(StoredRuns run) {
    return PullRequestComment.of(Published.of(run), URL, RecentChecks.UNKNOWN);
  }
}
