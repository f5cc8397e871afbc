package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every page: how it looks, how it is used, and what it does with what is wrong. */
class SiteBrowserTest extends SiteInBrowser {
  /** A run whose intervals are wider than its values. */
  @BeforeAll
  void writeRunThatTellsLittle() throws IOException {
    Path runs = site.folder().resolve("data/runs");
    String run = Files.readString(runs.resolve("run-0089.json"));
    Files.writeString(
        runs.resolve("wide.json"),
        run.replaceAll("(\"interval\":\\{\"low\":[^,]+,\"high\":)[^}]+", "$1 9e9"));
  }

  @ParameterizedTest
  @CsvSource({
    "#overview, 1200, false",
    "#overview, 390, true",
    "#metric?scenario=hello&metric=latency-p99, 1200, true",
    "#metric?scenario=hello&metric=latency-p99, 390, false",
    "#run?id=run-0089, 1200, false",
    "#run?id=run-0089, 390, true",
    "#run?id=wide, 1200, true",
    "#compare?id=run-0090, 1200, true",
    "#compare?id=run-0090, 390, false",
    "#compare?a=run-0060&b=run-0080, 1200, false",
    "#bumps, 1200, false",
    "#bumps, 390, true",
    "#about, 390, true"
  })
  void page_inLightAndDarkOnDeskAndPhone_isQuietLocalAndFits(String hash, int width, boolean dark)
      throws Exception {
    tab.window(width, 900, dark);
    open(hash);

    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requested())
        .filteredOn(address -> !address.startsWith("about:"))
        .isNotEmpty()
        .allMatch(address -> address.startsWith(site.address()));
    assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
        .as("nothing sticks out sideways")
        .isLessThanOrEqualTo(width);
    assertThat(tab.evaluate("document.title").asText()).endsWith(" · Loomwatch");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('th, td')].filter(cell => cell.clientWidth > 0 &&"
                        + " (cell.scrollWidth > cell.clientWidth + 1 || cell.clientHeight > 200"
                        + " && cell.clientWidth < 100)).map(cell => cell.innerText).join('; ')")
                .asText())
        .as("cells that run into the next one, or are a letter wide")
        .isEmpty();
  }

  @Test
  void overview_ofARegression_namesItFirst() throws Exception {
    open("#overview");

    assertThat(tab.evaluate("document.querySelector('.card').innerText").asText())
        .startsWith("hello latency p99")
        .containsPattern("virtual[\\s\\S]*▲ \\+1[0-9]");
    assertThat(tab.text()).contains("1 record could not be read").contains("torn/record.json");
  }

  @Test
  void twoRuns_ofTwoCommits_offerTheComparisonThatWouldTell() throws Exception {
    open("#compare?a=run-0060&b=run-0080");

    assertThat(tab.text())
        .contains(
            "./loomwatch compare --base ref=%.8s --head ref=%.8s"
                .formatted(SeededHistory.revision(60), SeededHistory.revision(80)));
  }

  /** Whoever made the records wrote it, and it is there to be copied into a shell. */
  @Test
  void twoRuns_ofAVersionWithShellInIt_offerNoCommand() throws Exception {
    Path run = site.folder().resolve("data/runs/run-0080.json");
    String asItWas = Files.readString(run);
    Files.writeString(
        run, asItWas.replaceAll("\"tomcat\":\"[^\"]+\"", "\"tomcat\":\"11.0;curl x|sh\""));
    try {
      open("#compare?a=run-0060&b=run-0080");

      assertThat(tab.text()).contains("11.0;curl x|sh").doesNotContain("./loomwatch compare");
    } finally {
      Files.writeString(run, asItWas);
    }
  }

  @Test
  void metric_acrossABump_marksItAndReadsByKeys() throws Exception {
    open(METRIC);
    tab.evaluate("document.querySelector('.chart').focus()");

    tab.press("Home");
    tab.press("ArrowRight");

    assertThat(
            tab.evaluate("document.querySelector('.chart').getAttribute('aria-valuetext')")
                .asText())
        .startsWith("2026-08-02 04:00 UTC")
        .contains("platform ", "virtual ÷ platform ");
    assertThat(tab.evaluate("document.querySelector('.event.bump title').textContent").asText())
        .isEqualTo(
            "JDK 25.0.2+10-LTS → 25.0.3+9-LTS: values before and after are not judged together");

    tab.press(" ");
    tab.press("End");
    tab.press(" ");
    assertThat(tab.evaluate("location.hash").asText()).contains("pick=run-0001%2Crun-0089");
    assertThat(tab.text()).contains("Compare the two");

    tab.press("Enter");
    tab.await("location.hash.startsWith('#run?id=run-0089')");
  }

  @Test
  void run_ofAComparison_leadsToTheComparison() throws Exception {
    open("#run?id=run-0090");

    tab.await("location.hash.startsWith('#compare?id=run-0090')");
    assertThat(tab.text()).contains("What changed");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.0004, 0",
    "0.0078, +0.008",
    "-0.04, \u22120.04",
    "0.05, +0.05",
    "0.123, +0.12",
    "2.345, +2.3",
    "-12.34, \u221212.3"
  })
  void percent_anySize_saysItAndNeverPlusZero(String value, String shown) throws Exception {
    String format =
        Files.readString(Path.of("../gh-pages/format.js"))
            .replaceFirst("(?m)^import .*$", "")
            .replace("export function", "function");

    assertThat(
            tab.evaluate("(() => { %s; return percent(%s); })()".formatted(format, value)).asText())
        .isEqualTo(shown + "\u202f%");
  }

  @Test
  void metric_ofAPermalink_showsThatView() throws Exception {
    open(METRIC + "&modes=virtual&scale=log&relative=1&from=10&to=30");

    assertThat(tab.text()).contains("20 runs, 2026-08-11 04:00 UTC to 2026-08-30 04:00 UTC");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('[aria-pressed=true]')].map(b => b.innerText).join()")
                .asText())
        .isEqualTo("virtual,Relative,Log");
    assertThat(tab.evaluate("document.querySelectorAll('.chart path.line').length").asInt())
        .isEqualTo(2);
  }

  @Test
  void table_behindAChart_holdsEveryPoint() throws Exception {
    open(METRIC);

    tab.evaluate("document.querySelector('.behind summary').click()");
    tab.await("document.querySelector('.behind tbody')");

    assertThat(tab.evaluate("document.querySelectorAll('.behind tbody tr').length").asInt())
        .isEqualTo(SeededHistory.RUNS);
  }

  @Test
  void comparison_opened_drawsItsPairs() throws Exception {
    open(COMPARISON);
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('.forest tbody tr')].map(row => row.innerText)"
                        + ".find(text => text.includes('latency p99 virtual'))")
                .asText())
        .as("of the change, although head keeps its ceiling")
        .contains("regressed", "informational");

    tab.evaluate("document.querySelector('.forest button').click()");

    assertThat(tab.evaluate("document.querySelectorAll('.slopes .slope').length").asInt())
        .isEqualTo(8);
    assertThat(tab.text()).contains("head against base over 8 pairs");
  }

  @ParameterizedTest
  @ValueSource(strings = {METRIC + "&pick=run-0086", "#run?id=run-0086", COMPARISON})
  void hostileTexts_onEveryPage_areShownAsText(String hash) throws Exception {
    open(hash);

    assertThat(tab.text()).containsAnyOf(SeededHistory.HOSTILE, "ref=<script>alert(2)</script>");
    assertThat(tab.evaluate("document.querySelectorAll('main img, main script').length").asInt())
        .isZero();
    assertThat(tab.evaluate("document.title").asText()).isNotEqualTo("owned");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void keyboard_fromTheTop_reachesEverythingInOrder() throws Exception {
    open("#overview");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      tab.press("Tab");
      reached.add(
          tab.evaluate("document.activeElement.innerText || document.activeElement.placeholder")
              .asText());
    }

    assertThat(reached)
        .startsWith(
            "Skip to the content", "Loomwatch", "Overview", "Alerts", "Bumps", "Studies", "About")
        .contains("Scenario or metric", "All metrics", "Most significant first");
  }

  @ParameterizedTest
  @CsvSource({
    "#run?id=nothing, 'nothing has no page: of an older run the charts show values'",
    "#run?id=../../x, A run's address must name its id",
    "#metric?scenario=hello&metric=gone, There is no gone of hello here.",
    "#nowhere, There is no page nowhere."
  })
  void address_thatIsWrong_saysSo(String hash, String message) throws Exception {
    open(hash);

    assertThat(tab.text()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"schema\":2}", "{\"schema\":1,\"kind\":", ""})
  void dataOfAnotherSchemaOrTorn_isAVisibleError(String content) throws Exception {
    Path file = site.folder().resolve("data/runs/bad.json");
    Files.writeString(file, content);

    open("#run?id=bad");

    assertThat(tab.text())
        .startsWith("This page cannot be shown")
        .containsAnyOf(
            "data/runs/bad.json has schema 2, this page reads 1", "data/runs/bad.json is damaged");
  }

  @Test
  void axe_onEveryPage_findsNothing() throws Exception {
    for (String page :
        List.of(
            site.address() + "#overview",
            site.historyAddress() + "#alerts",
            site.address() + METRIC,
            site.address() + "#run?id=run-0089",
            site.historyAddress() + "#run?id=run-0089",
            site.address() + COMPARISON,
            site.address() + "#bumps",
            site.address() + "#about")) {
      tab.open(page);
      tab.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })");

      assertThat(violations()).as(page).isEmpty();
    }
  }
}
