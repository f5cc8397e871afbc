package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the site shows of a history and of what was found in it. */
class SiteHistoryBrowserTest extends SiteInBrowser {

  @Test
  void overview_ofAJudgedHistory_saysWhatChangedSinceWhichCommit() throws Exception {
    tab.open(site.historyAddress());

    assertThat(tab.text())
        .containsPattern(
            "^\\d changes? for the worse\n▲ suspected hello, latency p99, virtual \\+1[4-7]")
        .contains(SeededHistory.HOSTILE);

    tab.go("#alerts");
    assertThat(tab.text())
        .containsPattern("^\\d changes? open")
        .contains(SeededHistory.HOSTILE, "Last good: ", "./loomwatch compare --base ref=");

    tab.go(METRIC);
    assertThat(tab.evaluate("document.querySelector('.event.change title').textContent").asText())
        .startsWith("virtual got worse by 1");
    assertThat(tab.complaints()).isEmpty();
  }

  /** It stands between the runs of the third and the fourth day, and says when it was measured. */
  @Test
  void metric_withABackfilledCommit_hasAHollowPointAtItsPlace() throws Exception {
    tab.open(site.historyAddress() + METRIC + "&from=0&to=8");

    assertThat(tab.text()).contains("7 runs and 1 measured afterwards, 2026-08-01 04:00 UTC to ");
    assertThat(tab.evaluate("document.querySelectorAll('circle.after.virtual').length").asInt())
        .isOne();
    assertThat(tab.evaluate("document.querySelector('circle.after title').textContent").asText())
        .isEqualTo("v0.9, measured afterwards on 2026-10-30, against 00000000");
    assertThat(
            tab.evaluate(
                    "getComputedStyle(document.querySelector('circle.after.virtual')).fill"
                        + " === getComputedStyle(document.body).backgroundColor")
                .asBoolean())
        .as("hollow")
        .isTrue();
    assertThat(tab.evaluate("document.querySelector('.key.after').checkVisibility()").asBoolean())
        .isTrue();
    tab.evaluate(
        "['Home','ArrowRight','ArrowRight','ArrowRight'].forEach(key =>"
            + " document.querySelector('.chart').dispatchEvent(new KeyboardEvent('keydown', {key})))");
    assertThat(tab.evaluate("document.querySelector('.readout').textContent").asText())
        .startsWith("2026-08-03 16:00")
        .contains("an old change", "measured afterwards on 2026-10-30");

    tab.go(METRIC + "&from=10&to=20");
    assertThat(tab.text()).contains("10 runs, 2026-08-");
    assertThat(tab.evaluate("document.querySelector('.key.after').checkVisibility()").asBoolean())
        .isFalse();
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void alert_openedInItsChart_isDrawnWithTheLevelsOnBothSides() throws Exception {
    tab.open(site.historyAddress() + "#alerts");

    tab.evaluate("document.querySelector('.alert li a').click()");
    tab.await("document.querySelector('.level.worse')");

    assertThat(tab.evaluate("location.hash").asText()).containsPattern("alert=[0-9a-f]{12}");
    assertThat(tab.text()).containsPattern("virtual: 4[45]\\d.µs → 5[12]\\d.µs \\(\\+1[4-7]");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('.level')].map(each => each.getAttribute('class'))"
                        + ".join()")
                .asText())
        .as("in the chart of the modes and in that of the ratio")
        .isEqualTo("level before virtual,level worse virtual,level before ratio,level worse ratio");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void metric_thatDecides_linksAChartWithItsChangesForOtherPages() throws Exception {
    tab.open(site.historyAddress() + METRIC);

    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('a[href^=\"series/\"]')].map(each =>"
                        + " each.getAttribute('href')).join()")
                .asText())
        .contains("series/hello-virtual-latency-p99.svg,series/hello-virtual-latency-p99.json");
    assertThat(tab.complaints()).isEmpty();

    tab.evaluate("location.href = 'series/hello-virtual-latency-p99.svg'");
    tab.await("document.querySelector('svg > .line')");
    assertThat(tab.evaluate("document.documentElement.textContent").asText())
        .contains("hello p99, virtual", "2026-08-01", "worse 1");
    assertThat(
            tab.evaluate(
                    "(() => { const box = document.querySelector('.line').getBBox();"
                        + " return box.width > 500 && box.height > 60; })()")
                .asBoolean())
        .as("drawn over the whole picture")
        .isTrue();
  }

  @Test
  void metric_whoseLoadChanged_hasABaselineResetThere() throws Exception {
    Path overview = site.historyFolder().resolve("data/overview.json");
    String before = Files.readString(overview);
    JsonNode data = new ObjectMapper().readTree(before);
    for (String scenario : new String[] {"hello", "another"}) {
      ((ArrayNode) data.at("/trend/resets"))
          .addObject()
          .put("scenario", scenario)
          .put("reason", "the load of " + scenario + " changed")
          .putObject("at")
          .put("index", 45);
    }
    ((ObjectNode) data.get("trend"))
        .withArray("annotations")
        .addObject()
        .put("text", "of a commit that was not measured");
    Files.writeString(overview, data.toString());
    try {
      tab.open(site.historyAddress() + METRIC);

      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('.event.reset title')].map(each => each.textContent).join()")
                  .asText())
          .contains("Baseline reset: the load of hello changed; values before and after")
          .doesNotContain("another");
      assertThat(tab.evaluate("document.querySelectorAll('.event.note').length").asInt()).isZero();
      assertThat(tab.complaints()).isEmpty();
    } finally {
      Files.writeString(overview, before);
    }
  }

  /** What is confirmed leads to what confirmed it. */
  @Test
  void alert_measuredAgain_linksTheComparison() throws Exception {
    Path overview = site.historyFolder().resolve("data/overview.json");
    String suspected = Files.readString(overview);
    JsonNode data = new ObjectMapper().readTree(suspected);
    ((ObjectNode) data.findParent("firstBad"))
        .put("status", "confirmed")
        .put("note", "measured again")
        .put("comparison", "run-0090")
        .putArray("whys")
        .add("Why: <b>Json.write</b>");
    Files.writeString(overview, data.toString());
    try {
      tab.open(site.historyAddress() + "#alerts");

      assertThat(
              tab.evaluate("document.querySelector('.alert a[href^=\"#compare\"]').outerHTML")
                  .asText())
          .isEqualTo("<a href=\"#compare?id=run-0090\">measured again</a>");
      assertThat(tab.evaluate("document.querySelector('.alert .whys li').textContent").asText())
          .isEqualTo("Why: <b>Json.write</b>");
    } finally {
      Files.writeString(overview, suspected);
    }
  }

  @Test
  void overview_ofASpentBudget_saysWhatIsLostSinceWhichRelease() throws Exception {
    Path overview = site.historyFolder().resolve("data/overview.json");
    String before = Files.readString(overview);
    JsonNode data = new ObjectMapper().readTree(before);
    ArrayNode budgets = ((ObjectNode) data.get("trend")).putArray("budgets");
    budget(budgets, "release", "spent", 3.4, "run-0090").put("release", "v1.2");
    budget(budgets, "pin", "within", 1.25, null);
    budgets.addObject().put("since", "pin").put("commit", "c".repeat(40)).putArray("spent");
    Files.writeString(overview, data.toString());
    try {
      tab.open(site.historyAddress());

      assertThat(tab.text())
          .contains(
              "Budget since release v1.2: 3.4 of 3 % lost, spent (hello, CPU per request, virtual)",
              "Budget since pin aaaaaaaa: 1.3 of 3 % lost, 1.8 % left"
                  + " (hello, CPU per request, virtual, by history alone)",
              "Budget since pin cccccccc: not known yet");
      assertThat(tab.evaluate("document.querySelector('.answer .warning').textContent").asText())
          .startsWith("Budget since release");
      assertThat(tab.complaints()).isEmpty();
    } finally {
      Files.writeString(overview, before);
    }
  }

  private static ObjectNode budget(
      ArrayNode budgets, String since, String state, double lost, @Nullable String comparison) {
    ObjectNode budget = budgets.addObject();
    budget
        .put("since", since)
        .put("commit", "a".repeat(40))
        .put("allowedPercent", 3)
        .put("state", state)
        .putArray("spent")
        .addObject()
        .put("scenario", "hello")
        .put("mode", "virtual")
        .put("metric", "cpu-per-request")
        .put("percent", lost)
        .put("comparison", comparison);
    return budget;
  }

  @Test
  void bumps_ofALineThatWasCompared_sayTheChangeAndOfTheRestThatItWasNot() throws Exception {
    open("#bumps?scenario=hello&metric=latency-p99");

    assertThat(tab.text())
        .contains("11.0.25 on 21.0.9+10-LTS in comparisons only", "90 runs")
        .containsPattern("against JDK 21 ✕ invalid as a whole\\s+platform [+−]?\\d")
        .containsPattern("virtual ▲ \\+1[3-7]\\.\\d.% \\(\\+1\\d\\.\\d.% to \\+1\\d\\.\\d.%\\)")
        .doesNotContain("other code too");

    tab.go("#bumps?scenario=hello&metric=latency-p90");
    assertThat(tab.evaluate("document.querySelector('select').value").asText())
        .isEqualTo("cpu-per-request");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void oddHistory_isShownWithAllThatIsOddAboutIt() throws Exception {
    tab.open(site.historyAddress());
    assertThat(tab.text()).contains("4 series no longer measured", "1 remark about the history");

    tab.go("#alerts");
    assertThat(tab.text())
        .contains(
            "hello pinned virtual: not in the last 2 runs",
            "run-0065: the branch was rewritten before it",
            "Atom feed");
  }

  @Test
  void hostThatWasNotCalibrated_isCalledThat() throws Exception {
    open("#overview");
    assertThat(tab.text())
        .contains("Not calibrated: how far equal code differs here is not known.");

    tab.go("#about");
    assertThat(tab.text())
        .contains("How far this host can be trusted", "./loomwatch calibrate", "Not calibrated");
  }

  @Test
  void run_withoutAWholeRecord_showsWhatHistoryHasOfIt() throws Exception {
    tab.open(site.historyAddress() + "#run?id=run-0086");

    assertThat(tab.text())
        .contains("Its whole record is not kept here", SeededHistory.HOSTILE)
        .containsPattern("hello latency p99\\s+virtual: 5[0-9]{2}.µs");
    assertThat(tab.complaints()).isEmpty();

    tab.go("#compare?a=run-0085&b=run-0086");
    assertThat(tab.text()).contains("run-0085 has no whole record here");
  }
}
