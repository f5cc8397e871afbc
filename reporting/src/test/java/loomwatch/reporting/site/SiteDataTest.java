package loomwatch.reporting.site;

import static loomwatch.reporting.site.Reports.alert;
import static loomwatch.reporting.site.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.site.Row.Point;
import loomwatch.reporting.site.Row.SeriesKey;
import loomwatch.reporting.site.SiteData.Judged;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.TrendReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteDataTest {
  private static final int FIRST_LOAD = 300 * 1024;

  @TempDir Path directory;

  @Test
  void firstLoad_of60Series_isAtMost300KiBWhateverTheLengthOfHistory() throws IOException {
    new SitePages(Path.of("../gh-pages")).writeTo(directory);
    List<Alert> found =
        new ArrayList<>(Collections.nCopies(26, alert("a", Status.SUSPECTED, null)));
    found.addAll(Collections.nCopies(1_000, alert("b", Status.CLOSED, null)));
    new LongHistory(1_100, 60, report(Outcome.INCONCLUSIVE, found, List.of()))
        .write(directory.resolve("data"));

    long overview = size("data/overview.json");
    long pages = size("index.html") + size("style.css") + size("app.js");
    assertThat(pages + size("data/metrics.json") + overview).isLessThan(FIRST_LOAD);

    new LongHistory(200, 60, report(Outcome.INCONCLUSIVE, found.subList(0, 26), List.of()))
        .write(directory.resolve("shorter"));
    assertThat(size("shorter/overview.json")).isBetween(overview * 9 / 10, overview * 11 / 10);
  }

  @Test
  void shards_ofALongHistory_holdEachRecordOnceInOrder() throws IOException {
    new LongHistory(1_100, 6).write(directory);

    assertThat(files("rows")).containsExactly("0.json", "1.json", "2.json");
    assertThat(json("rows/2.json").path("first").asInt()).isEqualTo(1_000);
    assertThat(json("rows/2.json").path("id").get(0).asText()).isEqualTo("run-01000");
    assertThat(json("rows/2.json").path("id")).hasSize(100);
    assertThat(json("series/5/2.json").at("/modes/virtual/value")).hasSize(100);
    assertThat(json("series/5/2.json").at("/modes/virtual/launches/99")).hasSize(5);
  }

  @Test
  void shards_withoutOneOfTheNewest_holdValuesAlone() throws IOException {
    new LongHistory(Shards.ROWS + Shards.WHOLE, 6).write(directory);

    assertThat(json("series/5/0.json").at("/modes/virtual").properties())
        .extracting(Map.Entry::getKey)
        .containsExactly("value");
    assertThat(json("series/5/0.json").at("/modes/virtual/value")).hasSize(Shards.ROWS);
    assertThat(json("series/5/1.json").at("/modes/virtual/launches")).hasSize(Shards.ROWS);
  }

  @Test
  void movement_ofAStep_isInPercentAndRobustDeviations() throws IOException {
    new LongHistory(1_001, 6).write(directory);

    JsonNode moved = json("overview.json").at("/series/5/modes/virtual/movement");
    JsonNode quiet = json("overview.json").at("/series/0/modes/virtual/movement");

    assertThat(moved.path("percent").asDouble()).isBetween(17.0, 23.0);
    assertThat(moved.path("deviations").asDouble()).isGreaterThan(8);
    assertThat(moved.path("before").asInt()).isEqualTo(20);
    assertThat(Math.abs(quiet.path("percent").asDouble())).isLessThan(4);
  }

  /** What a request costs at half the rate says nothing of what it cost before. */
  @Test
  void movement_afterAnotherLoad_isOfThatLoadAlone() throws IOException {
    SeriesKey cpu = new SeriesKey("hello", "cpu-per-request");
    Judged said = new Judged("s/request", "lower", true, "pass", "below the ceiling", null);
    SiteData data = new SiteData(directory, revision -> "");
    for (int i = 0; i < 20; i++) {
      boolean changed = i >= 12;
      Point point = new Point((changed ? 2e-4 : 1e-4) * (1 + i % 3 * 0.001), null, List.of());
      data.add(
          new Row(
              "run-" + i,
              Instant.EPOCH.plusSeconds(i),
              Row.Kind.RUN,
              "%040x".formatted(i),
              "change",
              "11.0.25",
              "25.0.3",
              "sha256:a",
              "pass",
              "quick",
              i == 15 ? Map.of() : Map.of("hello", changed ? "bbbbbbbbbbbb" : "aaaaaaaaaaaa"),
              Map.of(cpu, Map.of("virtual", point))),
          Map.of(cpu, Map.of("virtual", said)));
    }
    data.finish(Instant.EPOCH, List.of());

    JsonNode moved = json("overview.json").at("/series/0/modes/virtual/movement");
    assertThat(moved.path("before").asInt()).isEqualTo(7);
    assertThat(moved.path("percent").asDouble()).isBetween(-0.5, 0.5);
  }

  @Test
  void changes_thatAreOpen_areOnTheFirstPageAndTheRestStandsApart() throws IOException {
    TrendReport found =
        report(
            Outcome.REGRESSED,
            alert("00000000000a", Status.SUSPECTED, null),
            alert("00000000000b", Status.CLOSED, null),
            alert("00000000000c", Status.CONFIRMED, "again"),
            alert("00000000000d", Status.ACCEPTED, null),
            alert("00000000000e", Status.NOT_REPRODUCED, "again"));

    new LongHistory(1, 1, found).write(directory);

    assertThat(json("overview.json").at("/trend/alerts").findValuesAsText("key"))
        .containsExactly("00000000000a", "00000000000c");
    JsonNode settled = json("settled.json").path("alerts");
    assertThat(settled.findValuesAsText("key"))
        .containsExactly("00000000000b", "00000000000d", "00000000000e");
    assertThat(settled.at("/0/findings/0/metric").asText()).isEqualTo("latency-p99");
  }

  @Test
  void history_withoutRecords_isASiteThatSaysSo() throws IOException {
    new SiteData(directory, revision -> "").finish(Instant.EPOCH, List.of("a: torn"));

    JsonNode overview = json("overview.json");
    assertThat(overview.path("records").asInt()).isZero();
    assertThat(overview.path("unreadable").get(0).asText()).isEqualTo("a: torn");
    assertThat(overview.path("series")).isEmpty();
  }

  private long size(String file) throws IOException {
    return Files.size(directory.resolve(file));
  }

  private List<String> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(folder))) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private JsonNode json(String file) throws IOException {
    return SiteJson.MAPPER.readTree(directory.resolve(file).toFile());
  }
}
