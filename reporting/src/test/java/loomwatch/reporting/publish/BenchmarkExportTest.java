package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.Launch.Mode;
import loomwatch.results.yaml.BadFileException.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it changes the default locale")
final class BenchmarkExportTest {
  private static final DetailsUrl URL = new DetailsUrl("https://example.org/runs/1");

  @Test
  void of_ordinaryRun_entryHasAllThatTheActionShows() throws IOException {
    assertThat(named(entries(StoredRuns.run()), "hello virtual cpu-per-request").toString())
        .isEqualTo(
            "{\"name\":\"hello virtual cpu-per-request\",\"value\":60.1,"
                + "\"unit\":\"µs/request\",\"range\":\"90 % [57.06, 63.14]\","
                + "\"extra\":\"launches: 3\\nverdict: no limit\\nTomcat: 11.0.25\\n"
                + "JDK: 25.0.3+9-LTS\\nhost: AMD EPYC 7B13\\n"
                + "commit: c0a4cbed4dc6b0d52d101a88d443a55286e535ab\\n"
                + "record: 20261121T063458Z-115f\\nrun: https://example.org/runs/1\"}");
  }

  @Test
  void of_everyEntry_hasAFiniteNumberAndNoEmptyField() throws IOException {
    for (StoredRuns run :
        List.of(StoredRuns.run(), StoredRuns.oneRound(), StoredRuns.regressed())) {
      assertThat(entries(run))
          .isNotEmpty()
          .allSatisfy(entry -> {
            assertThat(entry.path("value").isNumber()).isTrue();
            assertThat(Double.isFinite(entry.path("value").asDouble())).isTrue();
            entry
                .properties()
                .forEach(
                    field -> assertThat(field.getValue().asText()).as(field.getKey()).isNotBlank());
          });
    }
  }

  @Test
  void of_everyEntry_hasANameOfItsOwn() throws IOException {
    assertThat(entries(StoredRuns.run()))
        .extracting(entry -> entry.path("name").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void of_oneLaunch_leavesOutTheRange() throws IOException {
    assertThat(named(entries(StoredRuns.oneRound()), "hello virtual latency-p99").has("range"))
        .isFalse();
  }

  @Test
  void of_whatDecidesNothing_isLeftOut() throws IOException {
    assertThat(entries(StoredRuns.run()))
        .extracting(entry -> entry.path("name").asText())
        .containsExactly(
            "hello platform latency-p99",
            "hello virtual latency-p99",
            "hello platform cpu-per-request",
            "hello virtual cpu-per-request",
            "hello ratio cpu-per-request",
            "sleep-50-over ratio latency-p99");
  }

  @Test
  void of_ratio_isARatioOfPairs() throws IOException {
    JsonNode ratio = named(entries(StoredRuns.run()), "hello ratio cpu-per-request");

    assertThat(ratio.path("unit").asText()).isEqualTo("ratio");
    assertThat(ratio.path("extra").asText()).startsWith("pairs: 3\nverdict: ");
  }

  @Test
  void of_nothingMeasured_isNoFileAtAll() {
    assertThat(files(StoredRuns.discardedRun())).isEmpty();
    assertThat(files(StoredRuns.empty())).isEmpty();
  }

  @Test
  void of_hostileRun_isValidJsonWithoutSteeringCharacters() throws IOException {
    JudgedRun hostile = Published.of(StoredRuns.hostile());
    Map<String, String> files = ChartExport.inputs(hostile, allDecides(hostile), URL);

    assertThat(new JsonMapper().readTree(files.get("smaller-is-better.json")))
        .isNotEmpty()
        .allSatisfy(entry ->
            assertThat(entry.path("extra").asText()).doesNotContain("\033", "\u202E", "\r"));
  }

  @Test
  void of_anyDefaultLocale_isTheSameBytes() {
    Map<String, String> expected = files(StoredRuns.run());
    Locale before = Locale.getDefault();
    try {
      for (String tag : List.of("tr-TR", "ar-EG-u-nu-arab", "de-DE")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(files(StoredRuns.run())).as(tag).isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** No thresholds that is read could name its scenarios. */
  private static Thresholds allDecides(JudgedRun run) {
    List<Limit> limits = new ArrayList<>();
    for (MetricVerdict line : run.verdict().metrics()) {
      Terms terms =
          new Terms(line.scenario(), Scope.NAMED, line.metric(), true, "", new Position("", 1, 1));
      limits.add(new Ceiling(terms, Mode.VIRTUAL, 1));
    }
    return new Thresholds(
        "thresholds.yaml",
        "sha256:" + "0".repeat(64),
        limits,
        Thresholds.Inconclusive.NEUTRAL,
        Budget.NONE,
        OptionalDouble.empty());
  }

  private static Map<String, String> files(StoredRuns run) {
    return ChartExport.inputs(Published.of(run), Published.thresholds(), URL);
  }

  private static List<JsonNode> entries(StoredRuns run) throws IOException {
    Map<String, String> files = files(run);
    assertThat(files).containsOnlyKeys("smaller-is-better.json");
    List<JsonNode> entries = new ArrayList<>();
    new JsonMapper().readTree(files.get("smaller-is-better.json")).forEach(entries::add);
    return entries;
  }

  private static JsonNode named(List<JsonNode> entries, String name) {
    return entries.stream()
        .filter(entry -> entry.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no entry " + name));
  }
}
