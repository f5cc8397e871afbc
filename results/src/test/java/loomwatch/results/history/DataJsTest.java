package loomwatch.results.history;

import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.results.Metric.Direction;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DataJsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  @Test
  void read_file_keepsOrderCommitsAndDirectionAndLeavesOutNullAndEmptyValues() throws IOException {
    DataJs.ImportedHistory imported = read(sample());

    assertThat(commits(imported.entries()))
        .containsExactly("1111111aaa", "1111111aaa", "2222222bbb", "2222222bbb");
    HistoryEntry first = imported.entries().getFirst();
    assertThat(first.kind()).isEqualTo(HistoryEntry.Kind.IMPORT);
    assertThat(first.measuredAt()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
    assertThat(first.provenance().message()).isEqualTo("Say <script>alert(1)</script>");
    assertThat(first.provenance().author()).isEqualTo("A. Author");
    assertThat(first.provenance().committedAt()).isEqualTo("2023-11-14T21:00:00Z");
    assertThat(first.series()).containsExactly(series("Latency", "hello p99", 0.00125));
    assertThat(imported.leftOut()).isEqualTo(2);
    assertThat(imported.entries().getLast().series())
        .extracting(HistorySeries::metric)
        .containsExactly("throughput");
  }

  @Test
  void read_sameFileTwice_addsNothing(@TempDir Path folder) throws IOException {
    HistoryStore store = new HistoryStore(folder.resolve("history"));

    assertThat(store.addAll(read(sample()).entries())).isEqualTo(4);
    assertThat(store.addAll(read(sample()).entries())).isZero();
    List<HistoryEntry> halfASurrogatePair = one("go", "b\\ud800", 1, "\\udc00").entries();
    assertThat(store.addAll(halfASurrogatePair)).isEqualTo(1);
    assertThat(store.addAll(halfASurrogatePair)).isZero();
  }

  /** github-action-benchmark drops the oldest once there are so many: all others move. */
  @Test
  void notIn_fileThatLostItsOldest_isWhatIsNew() {
    String second = entry("second", "go", "");
    List<HistoryEntry> stored = read(file(entry("first", "go", ""), second)).entries();

    assertThat(commits(read(file(second, entry("third", "go", ""))).notIn(stored)))
        .containsExactly("third");
  }

  /** For what was left out before; what a unit told the direction of is there already. */
  @Test
  void notIn_anotherDirectionTold_isWhatWasLeftOut() {
    String text =
        file(
            entry("known", "go", bench("b", 1, "ms")),
            entry("other", "fortran", bench("b", 1, "points")));
    List<HistoryEntry> stored = read(text).entries();
    DataJs.ImportOptions told = new DataJs.ImportOptions(Direction.HIGHER_IS_BETTER, null);

    assertThat(commits(DataJs.read(text, "data.js", told, NOW).notIn(stored)))
        .containsExactly("other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOWER_IS_BETTER | go: ns/iter, pytest: sec, customSmallerIsBetter: ops/sec, customSmallerIsBetter: misses/s, fortran: ns, go: bytes per request, jmh: ns/op",
        "HIGHER_IS_BETTER | go: MB/s, customBiggerIsBetter: tick time (ms), customBiggerIsBetter: requests per second, customBiggerIsBetter: ms/s, customBiggerIsBetter: bytes per request, customBiggerIsBetter: points, benchmarkjs: points, go: avg tps, pytest: iter/sec, jmh: ops/s, customBiggerIsBetter: req/s"
      })
  void read_toolChosenThenUnitThenTool_tellsTheDirection(Direction direction, String all) {
    for (String each : all.split(", ")) {
      String[] toolAndUnit = each.split(": ");
      assertThat(direction(toolAndUnit[0], toolAndUnit[1], DataJs.ImportOptions.NOTHING))
          .as(each)
          .isEqualTo(direction);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fortran, points, HIGHER_IS_BETTER, , HIGHER_IS_BETTER",
    "fortran, points, LOWER_IS_BETTER, pytest, LOWER_IS_BETTER",
    "fortran, points, , pytest, HIGHER_IS_BETTER",
    "fortran, points, , go, LOWER_IS_BETTER",
    "go, ms, HIGHER_IS_BETTER, , HIGHER_IS_BETTER"
  })
  void read_told_goesBeforeTheFile(
      String tool,
      String unit,
      @Nullable Direction told,
      @Nullable String toldTool,
      Direction expected) {
    assertThat(direction(tool, unit, new DataJs.ImportOptions(told, toldTool))).isEqualTo(expected);
  }

  private static Direction direction(String tool, String unit, DataJs.ImportOptions options) {
    String text = file(entry("abc1234", tool, bench("b", 1, unit)));
    return DataJs.read(text, "data.js", options, NOW)
        .entries()
        .getFirst()
        .series()
        .getFirst()
        .direction();
  }

  @Test
  void read_unknownToolAndUnit_leavesOutItsEntriesAlone() {
    String bench = bench("b", 1, "points");
    DataJs.ImportedHistory imported =
        read(file(entry("abc1234", "for\\u001btran", bench), entry("other", "go", bench)));

    assertThat(commits(imported.entries())).containsExactly("other");
    assertThat(imported.undirected()).containsExactly(Map.entry("\"for\uFFFDtran\"", 1));
    assertRefused(
        () -> one("fortran", "b", 1, "points"),
        "data.js: a unit or the tool must say which way is better, was tool \"fortran\";"
            + " --direction or --tool decides");
  }

  @Test
  void read_datesRunningBackwardsWithinASuite_keepsItsOrder() {
    String later = entry("later", "go", "").replace("\"date\":1", "\"date\":9");

    assertThat(commits(read(file(later, entry("abc1234", "go", ""))).entries()))
        .containsExactly("later", "abc1234");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"commit":{},"date":1,"tool":"go"}                | "s"[0].commit.id must be a commit, was missing
          {"commit":{"id":"a"},"date":"x","tool":"go"}      | "s"[0].date must be milliseconds, was not
          {"commit":{"id":"a"},"date":-1,"tool":"go"}       | "s"[0].date must be milliseconds since 1970 and not in the future, was -1, 1969-12-31T23:59:59.999Z
          {"commit":{"id":"a"},"date":41025312000000,"tool":"go"} | "s"[0].date must be milliseconds since 1970 and not in the future, was 41025312000000, 3270-01-15T00:00:00Z
          {"commit":{"id":"a"},"date":1700000000000000,"tool":"go"} | "s"[0].date must be milliseconds since 1970 and not in the future, was 1700000000000000, +55840-11-08T22:13:20Z
          """)
  void read_badEntry_isNamed(String entry, String message) {
    refused(file(entry), "data.js: " + message);
  }

  @Test
  void read_otherFile_isRefused() {
    String file = file(entry("abc1234", "go", ""));
    refused("{}", "data.js: entries must be an object of suites, was not");
    refused(DataJs.PREFIX + "{}", "data.js: entries must be an object of suites, was not");
    refused(
        file + ";\nalert(1)",
        "data.js:2:1: file must end after its object, went on with \"alert(1)\"");
    assertThatThrownBy(() -> read("\n" + file.replace(":[", ":[" + "}")))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "data\\.js:2:\\d+: file must be an object of JSON or JavaScript, was not: .*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "\uFEFF// made by hand\r\nwindow.BENCHMARK_DATA=%s;\r\n",
        "/* of old */ window.BENCHMARK_DATA\n  =\n%s\n// end"
      })
  void read_anotherForm_isTheSame(String form) {
    String file = file(entry("abc1234", "go", ""));
    String json = file.substring(DataJs.PREFIX.length());
    String loose = json.replaceAll("\"(\\w+)\":", "$1:").replace("}]}}", "},],},}");

    assertThat(read(form.formatted(json))).isEqualTo(read(file));
    assertThat(read(form.formatted(loose))).isEqualTo(read(file));
  }

  @ParameterizedTest
  @CsvSource({
    "900, us/op, 9e-4, s/op",
    "1.2, ms/op, 1.2e-3, s/op",
    "3, ops/ms, 3000, ops/s",
    "2, MiB, 2097152, B",
    "2, points, 2, points"
  })
  void read_prefixesThatChange_areOneUnit(double value, String unit, double is, String base) {
    HistorySeries series = one("go", "b", value, unit).entries().getFirst().series().getFirst();

    assertThat(series.values()).containsExactly(is);
    assertThat(series.unit()).isEqualTo(base);
  }

  @Test
  void read_oneNameInTwoUnits_isTwoSeries() {
    String benches =
        String.join(
            ",",
            bench("b", 8119, "ops/ms"),
            bench("b", 0.12, "us/op"),
            bench("b", 1, "us/op"),
            bench("c", 1, "us/op"));
    DataJs.ImportedHistory imported = read(file(entry("abc1234", "go", benches)));

    assertThat(imported.entries().getFirst().series())
        .extracting(HistorySeries::metric)
        .containsExactly("b (ops/s)", "b (s/op)", "c");
    assertThat(imported.repeated()).isEqualTo(1);
  }

  @Test
  void read_unitOfAnotherDirectionThanTheToolChosen_isTold() {
    assertThat(one("customSmallerIsBetter", "b", 1, "misses/s").conflicts())
        .containsExactly("b in misses/s is of tool customSmallerIsBetter");
  }

  @Test
  void read_suiteWithoutAName_isAnotherThanUnnamed() {
    String suite = "[" + entry("abc1234", "go", "") + "]";
    String both = "{\"entries\":{\"\":" + suite + ",\"unnamed\":" + suite + "}}";

    assertThat(read(DataJs.PREFIX + both).entries())
        .extracting(HistoryEntry::id)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** As Loomwatch wrote it until it named series as {@code publish benchmark} does. */
  @ParameterizedTest
  @CsvSource({"hello/platform/latency-p50, s, 1", "hello platform latency-p50, ms, 0.001"})
  void read_seriesThatLoomwatchExported_areImportedUnderEitherName(
      String name, String unit, double value) {
    assertThat(one("customSmallerIsBetter", name, 1, unit).entries().getFirst().series())
        .containsExactly(series("s", name, value));
  }

  private static HistorySeries series(String suite, String name, double value) {
    return new HistorySeries(
        suite, "imported", name, "s", Direction.LOWER_IS_BETTER, List.of(value));
  }

  private static List<String> commits(List<HistoryEntry> entries) {
    return entries.stream().map(entry -> entry.provenance().commit()).toList();
  }

  private static DataJs.ImportedHistory read(String text) {
    return DataJs.read(text, "data.js", DataJs.ImportOptions.NOTHING, NOW);
  }

  private static DataJs.ImportedHistory one(String tool, String name, double value, String unit) {
    return read(file(entry("abc1234", tool, bench(name, value, unit))));
  }

  private static void refused(String text, String message) {
    assertRefused(() -> read(text), message + "; name a data.js of github-action-benchmark");
  }

  private static String file(String... entries) {
    return DataJs.PREFIX + "{\"entries\":{\"s\":[" + String.join(",", entries) + "]}}";
  }

  private static String entry(String commit, String tool, String benches) {
    return "{\"commit\":{\"id\":\"%s\"},\"date\":1,\"tool\":\"%s\",\"benches\":[%s]}"
        .formatted(commit, tool, benches);
  }

  private static String bench(String name, double value, String unit) {
    return "{\"name\":\"%s\",\"value\":%s,\"unit\":\"%s\"}".formatted(name, value, unit);
  }

  private static String sample() throws IOException {
    try (var stream = DataJsTest.class.getResourceAsStream("data.js")) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
