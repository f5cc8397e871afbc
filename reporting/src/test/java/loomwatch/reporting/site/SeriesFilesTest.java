package loomwatch.reporting.site;

import static loomwatch.reporting.site.OpenMetricsTest.history;
import static loomwatch.reporting.site.OpenMetricsTest.run;
import static loomwatch.reporting.site.OpenMetricsTest.series;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;
import loomwatch.trend.Alert;
import loomwatch.trend.SeriesState;
import loomwatch.trend.SeriesState.LevelChange;
import loomwatch.trend.SeriesState.State;
import loomwatch.trend.TrendReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SeriesFilesTest {
  @TempDir Path site;

  @Test
  void chart_ofASeries_hasLineAxisAndChangesOfLevel() throws Exception {
    HistoryEntry[] runs =
        IntStream.range(0, 40)
            .mapToObj(i ->
                run(
                    "run-" + i,
                    series("hello", "virtual", Metric.LATENCY_P99, i < 30 ? 400e-6 : 500e-6)))
            .toArray(HistoryEntry[]::new);
    LevelChange worse = new LevelChange(30, "a", Alert.Change.WORSE, 25.04, null);
    LevelChange better = new LevelChange(10, "b", Alert.Change.BETTER, -3.0, null);

    write(history(runs), state("hello", Metric.LATENCY_P99, State.WORSE, better, worse));

    Element svg = svg("hello-virtual-latency-p99");
    assertThat(svg.getAttribute("aria-label")).isEqualTo("hello p99, virtual: 500 µs, worse");
    assertThat(texts(svg, "quiet")).contains("400 µs", "500 µs", "2025-11-20");
    assertThat(texts(svg, "worse")).containsExactly("worse 25.0 %");
    assertThat(texts(svg, "better")).containsExactly("better 3.0 %");
    assertThat(svg.getElementsByTagName("style").item(0).getTextContent())
        .contains("prefers-color-scheme:dark");
    String line = attribute(svg, "path", "line", "d");
    assertThat(line.split("L")).hasSize(40);
    String mark = attribute(svg, "path", "mark worse", "d");
    assertThat(Double.parseDouble(mark.substring(1, mark.indexOf(' '))))
        .as("between the last run before and the first after")
        .isBetween(x(line, 29), x(line, 30));
    assertThat(json("hello-virtual-latency-p99").toString())
        .isEqualTo(
            "{\"schemaVersion\":1,\"label\":\"hello p99, virtual\",\"message\":\"500 µs, worse\","
                + "\"color\":\"b3261e\"}");
  }

  /** Equal and lone values, and none within reach, have an axis too. */
  @ParameterizedTest
  @CsvSource({"0, 0", "5, 5", "1e-9, 1e9", "1e-100, 1e100", "1e100, 1e100"})
  void chart_ofAnyValues_isDrawnWithinThePicture(double first, double second) throws Exception {
    write(
        history(
            run("run-0", series("hello", "virtual", Metric.PINNED, first)),
            run("run-1", series("hello", "virtual", Metric.PINNED, second))),
        state("hello", Metric.PINNED, State.STEADY));

    Element svg = svg("hello-virtual-pinned");
    String line = attribute(svg, "path", "line", "d");
    assertThat(line).matches("M[\\d.]+ [\\d.]+L[\\d.]+ [\\d.]+");
    for (String point : line.substring(1).split("L")) {
      assertThat(Double.parseDouble(point.split(" ")[1])).isBetween(60.0, 211.0);
    }
    assertThat(texts(svg, "quiet")).hasSizeBetween(3, 12);
  }

  @Test
  void slugs_ofOddNames_arePlainAndDifferent() throws Exception {
    List<String> names =
        List.of("hello", "a b", "a  b", "A-B", "漢", "../../x", "<b>\"&", "x".repeat(300), ".", "-");

    write(
        history(),
        names.stream()
            .map(name -> state(name, Metric.LATENCY_P50, State.LEARNING))
            .toArray(SeriesState[]::new));

    assertThat(names.stream().map(SeriesFilesTest::slug))
        .doesNotHaveDuplicates()
        .allSatisfy(slug -> {
          assertThat(slug).matches("[a-z0-9][a-z0-9.-]{0,110}");
          assertThat(svg(slug).getElementsByTagName("b").getLength()).isZero();
        });
    assertThat(slug("hello")).isEqualTo("hello-virtual-latency-p50");
  }

  @Test
  void files_ofALongHistoryOfManySeries_areFewAndSmall() throws IOException {
    HistoryEntry[] runs =
        IntStream.range(0, 1_000)
            .mapToObj(i ->
                run(
                    "run-" + i,
                    IntStream.range(0, 40)
                        .boxed()
                        .flatMap(j ->
                            Stream.of(Metric.LATENCY_P50, Metric.LATENCY_P90)
                                .map(metric ->
                                    series("s" + j, "virtual", metric, 1e-4 * (1 + i % 97 / 1e3))))
                        .toArray(HistorySeries[]::new)))
            .toArray(HistoryEntry[]::new);
    List<SeriesState> states = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      states.add(state("s" + i, Metric.LATENCY_P90, State.STEADY));
      states.add(state("s" + i, Metric.LATENCY_P50, State.STEADY));
    }

    write(history(runs), states.toArray(SeriesState[]::new));

    List<Path> files = files();
    assertThat(files).hasSize(2 * SeriesFiles.MOST + 1);
    assertThat(files)
        .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(8_000))
        .as("headlines first")
        .filteredOn(file -> file.toString().endsWith("-latency-p50.svg"))
        .hasSize(100);
  }

  @Test
  void files_ofASeriesThatIsGone_areRemovedAndOthersStay() throws IOException {
    write(
        history(),
        state("old", Metric.LATENCY_P50, State.STEADY),
        state("new", Metric.LATENCY_P50, State.STEADY));
    Path own = Files.writeString(site.resolve("series/mine.svg"), "mine");
    Files.writeString(site.resolve("alike.svg"), "alike");
    Files.writeString(
        site.resolve("series/list.txt"),
        Files.readString(site.resolve("series/list.txt")) + "../alike\n");

    write(history(), state("new", Metric.LATENCY_P50, State.STEADY));

    assertThat(files().stream().map(file -> file.getFileName().toString()))
        .containsExactlyInAnyOrder(
            "list.txt", "mine.svg", "new-virtual-latency-p50.json", "new-virtual-latency-p50.svg");
    assertThat(own).hasContent("mine");
    assertThat(site.resolve("alike.svg")).exists();
  }

  private void write(History history, SeriesState... states) throws IOException {
    TrendReport none = Reports.report(Outcome.PASS);
    SeriesFiles.write(
        site,
        new TrendReport(
            none.schema(),
            none.rule(),
            none.verdict(),
            none.history(),
            List.of(),
            List.of(),
            List.of(),
            List.of(states),
            List.of(),
            List.of(),
            List.of()),
        history);
  }

  private static SeriesState state(
      String scenario, Metric metric, State state, LevelChange... changes) {
    return new SeriesState(
        scenario,
        "virtual",
        metric.label(),
        metric.unit().symbol(),
        Direction.LOWER_IS_BETTER,
        true,
        40,
        state,
        "",
        null,
        null,
        null,
        List.of(changes));
  }

  private static String slug(String scenario) {
    return SeriesFiles.slug(state(scenario, Metric.LATENCY_P50, State.STEADY));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(site.resolve("series"))) {
      return files.toList();
    }
  }

  private JsonNode json(String slug) throws IOException {
    return SiteJson.read(site.resolve("series").resolve(slug + ".json"));
  }

  private Element svg(String slug) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(site.resolve("series").resolve(slug + ".svg").toFile())
        .getDocumentElement();
  }

  private static List<String> texts(Element svg, String kind) {
    return elements(svg, "text").stream()
        .filter(text -> text.getAttribute("class").equals(kind))
        .map(Element::getTextContent)
        .toList();
  }

  private static String attribute(Element svg, String tag, String kind, String name) {
    return elements(svg, tag).stream()
        .filter(element -> element.getAttribute("class").equals(kind))
        .map(element -> element.getAttribute(name))
        .findFirst()
        .orElseThrow();
  }

  private static double x(String line, int point) {
    return Double.parseDouble(line.substring(1).split("L")[point].split(" ")[0]);
  }

  private static List<Element> elements(Element svg, String tag) {
    NodeList found = svg.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
