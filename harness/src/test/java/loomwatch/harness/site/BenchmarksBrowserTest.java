package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.trend.TrendJudge;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two hundred benchmarks of a team's own, one of which got slower by a tenth. */
class BenchmarksBrowserTest extends SiteInBrowser {
  private static final int CLASSES = 20;
  private static final int EACH = 10;
  private static final int RUNS = 30;
  private static final int STEP = 20;
  private static final String WORSE = "com.acme.Csv7.hash:size=3,text={\"it's\": [1, #?&]}";
  private static final Instant BEGIN = Instant.parse("2026-08-01T04:00:00Z");

  private final Random random = new Random(1);
  private String address = "";

  @BeforeAll
  void build() throws IOException {
    Path folder = site.folder().resolveSibling("benchmarks");
    Instant now = BEGIN.plus(RUNS, ChronoUnit.DAYS);
    History past =
        new History(
            IntStream.range(0, RUNS).mapToObj(this::run).toList(), "sha256:" + "0".repeat(64));
    new SiteBuild(
            folder,
            new SitePages(Path.of("../gh-pages")),
            ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames()),
            SeededHistory::title)
        .of(
            new SiteBuild.SiteHistory(
                past,
                TrendJudge.judge(past, Accepted.NOTHING, now),
                site.folder().resolveSibling("none"),
                null),
            List.of(),
            now);
    address = site.address().replace("loomwatch/", "benchmarks/");
  }

  private HistoryEntry run(int number) {
    List<HistorySeries> series = new ArrayList<>();
    for (int type = 0; type < CLASSES; type++) {
      for (int size = 0; size < EACH; size++) {
        String name = "com.acme.Csv%d.hash:size=%d,text={\"it's\": [1, #?&]}".formatted(type, size);
        boolean worse = name.equals(WORSE) && number >= STEP;
        series.add(series(name, Metric.TIME_PER_OPERATION, worse ? 1.1e-6 : 1e-6));
        series.add(series(name, Metric.ALLOCATED_PER_OPERATION, 160));
      }
    }
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        "run-%04d".formatted(number),
        HistoryEntry.Kind.RUN,
        BEGIN.plus(number, ChronoUnit.DAYS),
        Provenance.of(SeededHistory.revision(number)),
        null,
        "25.0.3+9-LTS",
        "sha256:" + "a".repeat(64),
        null,
        "pass",
        null,
        List.of(),
        series,
        null);
  }

  private HistorySeries series(String benchmark, Metric metric, double level) {
    double value = level * Math.exp(0.002 * random.nextGaussian());
    return new HistorySeries(
        benchmark,
        Mode.PLATFORM.label(),
        metric.label(),
        metric.unit().symbol(),
        metric.direction(),
        List.of(value * 0.999, value, value * 1.001));
  }

  @Test
  void overview_isFoldedByClassWithTheWorstFirst() throws Exception {
    tab.window(1200, 900, false);
    tab.open(address);

    assertThat(tab.text())
        .startsWith("1 change for the worse\n▲ suspected " + WORSE + ", time per operation +")
        .doesNotContain("platform", "virtual", "calibrated");
    assertThat(tab.evaluate("document.querySelectorAll('details.class').length").asInt())
        .isEqualTo(CLASSES);
    assertThat(summary()).startsWith("com.acme.Csv7 20 series ▲ suspected");
    assertThat(tab.evaluate("document.querySelectorAll('details.class[open]').length").asInt())
        .isZero();
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void class_unfolded_staysSoAndLeadsToItsCharts() throws Exception {
    tab.open(address);
    tab.evaluate("document.querySelector('details.class summary').click()");
    tab.await("location.hash.includes('open=com.acme.Csv7')");

    reload("document.querySelector('details.class[open]')");
    assertThat(summary()).startsWith("com.acme.Csv7 ");

    tab.evaluate("document.querySelector('details.class[open] .card').click()");
    tab.await("document.querySelector('.chart path.line')");
    assertThat(tab.text())
        .contains(WORSE, "got worse by 1", "Drag to zoom")
        .doesNotContain("platform");

    reload("document.querySelector('.chart path.line')");
    assertThat(tab.evaluate("document.title").asText())
        .isEqualTo(WORSE + ", time per operation · Loomwatch");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void search_leavesThoseOfThatName() throws Exception {
    tab.open(address);
    tab.evaluate(
        "(box => { box.value = 'csv7 size=3 time'; box.dispatchEvent(new Event('input')); })"
            + "(document.querySelector('input[type=search]'))");

    assertThat(tab.text()).contains("1 of 400 series");
    assertThat(
            tab.evaluate("document.querySelector('details.class[open] .card').innerText").asText())
        .startsWith("hash:size=3,text={\"it's\": [1, #?&]} time per operation");

    reload("document.querySelector('details.class[open] .card')");
    assertThat(tab.text()).contains("1 of 400 series");
  }

  private void reload(String shown) throws Exception {
    tab.evaluate("window.before = true; location.reload()");
    tab.await("!window.before && " + shown);
  }

  private String summary() throws Exception {
    return tab.evaluate("document.querySelector('details.class summary').innerText").asText();
  }
}
