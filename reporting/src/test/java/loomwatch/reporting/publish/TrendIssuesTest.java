package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.report.Explanations;
import loomwatch.reporting.report.Rendered;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrendIssuesTest {
  private static final String KEY = "0123456789ab";
  private static final String COMPARISON = "20261121T045600Z-3f9c2a";
  private static final String ALL_IS_THERE = "missing/data RETURNED";

  private static final DetailsUrl SITE = new DetailsUrl("https://acme.example/shop/");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "CONFIRMED, BROKEN",
    "CLOSED, RETURNED",
    "NOT_REPRODUCED, RETURNED",
    "ACCEPTED, ACCEPTED"
  })
  void of_changeForTheWorse_isAnIssueInItsState(Status status, Issue.State state) {
    assertThat(states(report(alert(KEY, status, Change.WORSE, "change"))))
        .containsExactly("trend/" + KEY + " " + state, ALL_IS_THERE);
  }

  @Test
  void of_suspectedOrBetter_isNone() {
    assertThat(states(report(alert(KEY, Status.SUSPECTED, Change.WORSE, "change"))))
        .containsExactly(ALL_IS_THERE);
    assertThat(states(report(alert(KEY, Status.CONFIRMED, Change.BETTER, "change"))))
        .containsExactly(ALL_IS_THERE);
  }

  @Test
  void of_confirmed_looksAsItDid() {
    Issue issue =
        TrendIssues.of(
                report(alert(KEY, Status.CONFIRMED, Change.WORSE, "Use a lock")),
                SITE,
                id -> List.of())
            .getFirst();

    assertThat(issue.title())
        .isEqualTo("Regression since 22222222: hello virtual cpu-per-request +3.1 % and 1 more");
    Published.assertGolden("issue-of-trend.md", issue.body());
  }

  @Test
  void of_fallenCapacity_tellsWhatTheFigureDid() {
    SeriesChange fallen =
        new SeriesChange(
            "hello",
            "virtual",
            "capacity",
            "1/s",
            Direction.HIGHER_IS_BETTER,
            true,
            Change.WORSE,
            10.0,
            new Interval(9, 11),
            20_000,
            18_000);
    Issue issue =
        TrendIssues.of(
                report(alert(KEY, Status.CONFIRMED, Change.WORSE, "m", List.of(fallen))),
                SITE,
                id -> List.of())
            .getFirst();

    assertThat(issue.title()).endsWith("hello virtual capacity −10.0 %");
    assertThat(issue.body()).contains("−10.0 % (90 % interval −11.0 % to −9.0 %)");
  }

  @Test
  void of_confirmedWithCauses_saysWhy() {
    assertThat(explained(Status.CONFIRMED, "shop.Json.write"))
        .contains("- Why: +2.50 µs of CPU a request (hello, platform): Json.write under Shop.list");
    assertThat(explained(Status.CLOSED, "shop.Json.write")).doesNotContain("Why:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<img src=x onerror=alert(1)>", "@all [x](javascript:y)", "a\n# b"})
  void of_causesWithNamesThatAct_isInert(String trick) {
    String html = Rendered.html(explained(Status.CONFIRMED, trick));

    assertThat(Rendered.text(html)).contains("Why: ");
    assertThat(Rendered.names(html))
        .as("the link to the comparison is ours")
        .isEqualTo(Rendered.names(Rendered.html(explained(Status.CONFIRMED, "shop.Json.write"))));
    assertThat(Rendered.text(html)).doesNotContainPattern("@\\w");
  }

  private static String explained(Status status, String method) {
    return TrendIssues.of(
            report(alert(KEY, status, Change.WORSE, "Use a lock")),
            SITE,
            id -> id.equals(COMPARISON) ? List.of(Explanations.cause(method)) : List.of())
        .getFirst()
        .body();
  }

  @Test
  void of_missingData_isOneIssueAboutTheService() {
    TrendReport report =
        report(
            List.of(),
            List.of(
                new MissingData("hello", "virtual", "latency-p99", at("1", "m"), "gone for 9 runs"),
                new MissingData(null, null, null, at("1", "m"), "nothing for 30 hours")));

    Issue issue = TrendIssues.of(report, null, id -> List.of()).getFirst();

    assertThat(issue.state()).isEqualTo(Issue.State.BROKEN);
    assertThat(issue.title()).isEqualTo("No data: hello virtual latency-p99: gone for 9 runs");
    assertThat(issue.body()).contains("- everything: nothing for 30 hours\n");
  }

  @Test
  void of_hostileCommitMessage_isInert() {
    String trick = "--> <img src=x> @maintainer #1 ![i](http://evil.example/i.png)\n# heading";

    String body =
        TrendIssues.of(
                report(alert(KEY, Status.CONFIRMED, Change.WORSE, trick)), null, id -> List.of())
            .getFirst()
            .body();

    String html = Rendered.html(body);
    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    assertThat(Rendered.text(html)).doesNotContainPattern("@\\w").doesNotContainPattern("#\\d");
  }

  @Test
  void read_whatTrendWrote_isTheSame() throws IOException {
    TrendReport report = report(alert(KEY, Status.CONFIRMED, Change.WORSE, "change"));

    assertThat(TrendIssues.read(written(TrendJson.write(report)))).isEqualTo(report);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"" + KEY + "|\"--> x|key of each alert must be 12 hexadecimal digits, was \"--> x\"",
        "\"" + COMPARISON + "|\"x) <y>|comparison of each alert must be an id, was \"x) <y>\"",
        "3.1,|NaN,|numbers of each finding must be finite, was \"NaN\""
      })
  void read_whatNoJudgingLeaves_isRefused(String left, String discarded, String message)
      throws IOException {
    String json = TrendJson.write(report(alert(KEY, Status.CONFIRMED, Change.WORSE, "m")));
    Path file = written(json.replace(left, discarded));

    assertThatThrownBy(() -> TrendIssues.read(file)).hasMessage(file + ": " + message);
  }

  private Path written(String json) throws IOException {
    return Files.writeString(directory.resolve("trend.json"), json);
  }

  private static List<String> states(TrendReport report) {
    return TrendIssues.of(report, SITE, id -> List.of()).stream()
        .map(issue -> issue.key() + " " + issue.state())
        .toList();
  }

  private static TrendReport report(Alert alert) {
    return report(List.of(alert), List.of());
  }

  @Test
  void of_budgetSpent_namesWhatSpentIt() {
    Alert alert = alert(KEY, Status.CONFIRMED, Change.WORSE, "Use a lock");
    Issue issue =
        TrendIssues.of(
                report(List.of(alert), List.of(budget(BudgetState.State.SPENT)), List.of()),
                SITE,
                id -> List.of())
            .get(1);

    assertThat(issue.key()).isEqualTo("budget/release");
    assertThat(issue.state()).isEqualTo(Issue.State.BROKEN);
    assertThat(issue.title())
        .isEqualTo(
            "Budget spent since release v1.2 (11111111): 3.4 of 3 % lost, hello virtual"
                + " cpu-per-request");
    assertThat(issue.body())
        .contains("hello virtual cpu-per-request: +3.4 % (90 % interval +2.9 % to +3.9 %)")
        .contains("- confirmed, 22222222 “Use a lock”: hello virtual cpu-per-request +3.1 %");
  }

  @Test
  void of_budget_isClosedOnceItIsKeptAndLeftAloneWhileNobodyKnows() {
    assertThat(budgets(BudgetState.State.WITHIN))
        .extracting(Issue::state)
        .containsExactly(Issue.State.RETURNED);
    assertThat(budgets(BudgetState.State.SUSPECTED)).isEmpty();
    assertThat(budgets(BudgetState.State.UNKNOWN)).isEmpty();
  }

  private static List<Issue> budgets(BudgetState.State state) {
    return TrendIssues.of(
            report(List.of(), List.of(budget(state)), List.of()), SITE, id -> List.of())
        .stream()
        .filter(issue -> issue.key().startsWith("budget/"))
        .toList();
  }

  private static BudgetState budget(BudgetState.State state) {
    return new BudgetState(
        BudgetState.Since.RELEASE,
        "1".repeat(40),
        "v1.2",
        3,
        state,
        List.of(
            new BudgetState.Spent(
                "hello", "virtual", "cpu-per-request", 3.4, new Interval(2.9, 3.9), COMPARISON)),
        null,
        null);
  }

  private static TrendReport report(List<Alert> alerts, List<MissingData> missing) {
    return report(alerts, List.of(), missing);
  }

  private static TrendReport report(
      List<Alert> alerts, List<BudgetState> budgets, List<MissingData> missing) {
    return new TrendReport(
        TrendReport.SCHEMA,
        TrendReport.RULE,
        Outcome.REGRESSED,
        new TrendReport.JudgedHistory(3, "sha256:0", null, List.of(), Instant.EPOCH, null),
        alerts,
        budgets,
        missing,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Alert alert(String key, Status status, Change change, String message) {
    return alert(
        key,
        status,
        change,
        message,
        List.of(finding("virtual", change, 3.1), finding("platform", change, 2.2)));
  }

  private static Alert alert(
      String key, Status status, Change change, String message, List<SeriesChange> findings) {
    return new Alert(
        key,
        status,
        Alert.Kind.STEP,
        change,
        at("1", "Before"),
        at("2", message),
        List.of("2".repeat(40), "3".repeat(40)),
        at("2", message),
        null,
        findings,
        null,
        "./loomwatch compare --base ref=1111111 --head ref=2222222 --scenario hello",
        "measured again on 2026-11-21",
        COMPARISON);
  }

  private static SeriesChange finding(String mode, Change change, double effect) {
    return new SeriesChange(
        "hello",
        mode,
        "cpu-per-request",
        "s/request",
        Direction.LOWER_IS_BETTER,
        true,
        change,
        effect,
        new Interval(effect - 1, effect + 1),
        58.8e-6,
        60.6e-6);
  }

  private static At at(String digit, String message) {
    return new At(
        Integer.parseInt(digit),
        "run-" + digit,
        digit.repeat(40),
        Instant.EPOCH,
        message,
        "11.0.25",
        "25.0.3+9");
  }
}
