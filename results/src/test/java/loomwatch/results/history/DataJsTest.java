package loomwatch.results.history;

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
  private static final String COMMIT =
      "{\"commit\":{\"id\":\"abc1234\"},\"date\":1,\"tool\":\"go\",\"benches\":[]}";

  @Test
  void read_file_keepsOrderCommitsAndDirection() throws IOException {
    List<HistoryEntry> entries = read(sample(), "data.js").entries();

    assertThat(entries)
        .extracting(entry -> entry.provenance().commit())
        .containsExactly("1111111aaa", "1111111aaa", "2222222bbb", "2222222bbb");
    HistoryEntry first = entries.getFirst();
    assertThat(first.kind()).isEqualTo(HistoryEntry.Kind.IMPORT);
    assertThat(first.measuredAt()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
    assertThat(first.provenance().message()).isEqualTo("Say <script>alert(1)</script>");
    assertThat(first.provenance().author()).isEqualTo("A. Author");
    assertThat(first.provenance().committedAt()).isEqualTo("2023-11-14T21:00:00Z");
    assertThat(first.series())
        .containsExactly(
            new HistorySeries(
                "Latency",
                "imported",
                "hello p99",
                "s",
                Direction.LOWER_IS_BETTER,
                List.of(0.00125)));
  }

  @Test
  void read_nullAndEmptyValues_areLeftOutAndNever0() throws IOException {
    DataJs.ImportedHistory imported = read(sample(), "data.js");

    assertThat(imported.leftOut()).isEqualTo(2);
    assertThat(imported.entries().getLast().series())
        .extracting(HistorySeries::metric)
        .containsExactly("throughput");
  }

  @Test
  void read_sameFileTwice_addsNothing(@TempDir Path folder) throws IOException {
    HistoryStore store = new HistoryStore(folder.resolve("history"));

    assertThat(store.addAll(read(sample(), "data.js").entries())).isEqualTo(4);
    assertThat(store.addAll(read(sample(), "data.js").entries())).isZero();
  }

  /** github-action-benchmark drops the oldest once there are so many: all others move. */
  @Test
  void notIn_fileThatLostItsOldest_isWhatIsNew() {
    String second = COMMIT.replace("abc1234", "second");
    String third = COMMIT.replace("abc1234", "third");
    List<HistoryEntry> stored = read(file(COMMIT + "," + second), "data.js").entries();

    assertThat(read(file(second + "," + third), "data.js").notIn(stored))
        .extracting(entry -> entry.provenance().commit())
        .containsExactly("third");
  }

  /** For what was left out before; what a unit told the direction of is there already. */
  @Test
  void notIn_anotherDirectionTold_isWhatWasLeftOut() {
    String known = COMMIT.replace("[]", "[{\"name\":\"b\",\"value\":1,\"unit\":\"ms\"}]");
    String unknown =
        known
            .replace("\"go\"", "\"fortran\"")
            .replace("\"ms\"", "\"points\"")
            .replace("abc1234", "other");
    String text = file(known + "," + unknown);
    List<HistoryEntry> stored = read(text, "data.js").entries();
    DataJs.ImportOptions told = new DataJs.ImportOptions(Direction.HIGHER_IS_BETTER, null);

    assertThat(DataJs.read(text, "data.js", told, NOW).notIn(stored))
        .extracting(entry -> entry.provenance().commit())
        .containsExactly("other");
  }

  @Test
  void read_halfASurrogatePair_isWhatAFileCanHold(@TempDir Path folder) {
    String bench = "{\"name\":\"b\\ud800\",\"value\":1,\"unit\":\"\\udc00\"}";
    List<HistoryEntry> entries =
        read(file(COMMIT.replace("[]", "[" + bench + "]")), "data.js").entries();
    HistoryStore store = new HistoryStore(folder.resolve("history"));

    assertThat(store.addAll(entries)).isEqualTo(1);
    assertThat(store.addAll(entries)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "go, ns/iter, LOWER_IS_BETTER",
    "go, MB/s, HIGHER_IS_BETTER",
    "pytest, sec, LOWER_IS_BETTER",
    "customSmallerIsBetter, ops/sec, LOWER_IS_BETTER",
    "customSmallerIsBetter, misses/s, LOWER_IS_BETTER",
    "customBiggerIsBetter, tick time (ms), HIGHER_IS_BETTER",
    "customBiggerIsBetter, requests per second, HIGHER_IS_BETTER",
    "customBiggerIsBetter, ms/s, HIGHER_IS_BETTER",
    "customBiggerIsBetter, bytes per request, HIGHER_IS_BETTER",
    "customBiggerIsBetter, points, HIGHER_IS_BETTER",
    "benchmarkjs, points, HIGHER_IS_BETTER",
    "fortran, ns, LOWER_IS_BETTER",
    "go, avg tps, HIGHER_IS_BETTER",
    "go, bytes per request, LOWER_IS_BETTER",
    "pytest, iter/sec, HIGHER_IS_BETTER",
    "jmh, ops/s, HIGHER_IS_BETTER",
    "jmh, ns/op, LOWER_IS_BETTER",
    "customBiggerIsBetter, req/s, HIGHER_IS_BETTER"
  })
  void read_toolChosenThenUnitThenTool_tellTheDirection(
      String tool, String unit, Direction direction) {
    String bench = "{\"name\":\"b\",\"value\":1,\"unit\":\"" + unit + "\"}";
    String entry = COMMIT.replace("\"go\"", "\"" + tool + "\"").replace("[]", "[" + bench + "]");

    assertThat(read(file(entry), "data.js").entries().getFirst().series())
        .extracting(HistorySeries::direction)
        .containsExactly(direction);
  }

  @Test
  void read_unknownToolAndUnit_leavesOutItsEntriesAlone() {
    String bench = "[{\"name\":\"b\",\"value\":1,\"unit\":\"points\"}]";
    String unknown = COMMIT.replace("\"go\"", "\"for\\u001btran\"").replace("[]", bench);
    String known = COMMIT.replace("[]", bench).replace("abc1234", "other");

    DataJs.ImportedHistory imported = read(file(unknown + "," + known), "data.js");
    assertThat(imported.entries())
        .extracting(entry -> entry.provenance().commit())
        .containsExactly("other");
    assertThat(imported.undirected()).containsExactly(Map.entry("\"for\uFFFDtran\"", 1));
  }

  @Test
  void read_nothingTellsADirection_isRefused() {
    String bench = "[{\"name\":\"b\",\"value\":1,\"unit\":\"points\"}]";
    String unknown = COMMIT.replace("\"go\"", "\"fortran\"").replace("[]", bench);

    assertThatThrownBy(() -> read(file(unknown), "data.js"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "data.js: a unit or the tool must tell which way is better, was tool \"fortran\";"
                + " --direction or --tool tells");
  }

  @ParameterizedTest
  @CsvSource({
    "higher, , HIGHER_IS_BETTER",
    "lower, pytest, LOWER_IS_BETTER",
    ", pytest, HIGHER_IS_BETTER",
    ", go, LOWER_IS_BETTER"
  })
  void read_told_goesBeforeTheFile(
      @Nullable String label, @Nullable String tool, Direction expected) {
    Direction direction =
        label == null
            ? null
            : label.equals("lower") ? Direction.LOWER_IS_BETTER : Direction.HIGHER_IS_BETTER;
    String bench = "[{\"name\":\"b\",\"value\":1,\"unit\":\"points\"}]";
    String entry = COMMIT.replace("\"go\"", "\"fortran\"").replace("[]", bench);

    assertThat(
            DataJs.read(file(entry), "data.js", new DataJs.ImportOptions(direction, tool), NOW)
                .entries()
                .getFirst()
                .series())
        .extracting(HistorySeries::direction)
        .containsExactly(expected);
  }

  @Test
  void read_directionTold_goesBeforeTheUnit() {
    String entry = COMMIT.replace("[]", "[{\"name\":\"b\",\"value\":1,\"unit\":\"ms\"}]");

    assertThat(
            DataJs.read(
                    file(entry),
                    "data.js",
                    new DataJs.ImportOptions(Direction.HIGHER_IS_BETTER, null),
                    NOW)
                .entries()
                .getFirst()
                .series())
        .extracting(HistorySeries::direction)
        .containsExactly(Direction.HIGHER_IS_BETTER);
  }

  @Test
  void read_datesRunningBackwardsWithinASuite_keepsItsOrder() {
    String later = COMMIT.replace("abc1234", "later").replace("\"date\":1", "\"date\":9");
    List<HistoryEntry> entries = read(file(later + "," + COMMIT), "data.js").entries();

    assertThat(entries)
        .extracting(entry -> entry.provenance().commit())
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
    refused("{}", "data.js: entries must be an object of suites, was not");
    refused(DataJs.PREFIX + "{}", "data.js: entries must be an object of suites, was not");
    refused(
        file(COMMIT) + ";\nalert(1)",
        "data.js:2:1: file must end after its object, went on with \"alert(1)\"");
    assertThatThrownBy(() -> read("\n" + file(COMMIT).replace(":[", ":[" + "}"), "data.js"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "data\\.js:2:\\d+: file must be an object of JSON or JavaScript, was not: .*");
  }

  /** As minifiers, formatters and people leave it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "\uFEFF// made by hand\r\nwindow.BENCHMARK_DATA=%s;\r\n",
        "/* of old */ window.BENCHMARK_DATA\n  =\n%s\n// end"
      })
  void read_anotherForm_isTheSame(String form) {
    String json = file(COMMIT).substring(DataJs.PREFIX.length());

    assertThat(read(form.formatted(json), "data.js")).isEqualTo(read(file(COMMIT), "data.js"));
    assertThat(
            read(
                form.formatted(json.replaceAll("\"(\\w+)\":", "$1:").replace("}]}}", "},],},}")),
                "data.js"))
        .isEqualTo(read(file(COMMIT), "data.js"));
  }

  @Test
  void read_prefixesThatChange_areOneUnit() {
    assertThat(series("{'name':'b','value':900,'unit':'us/op'}").values()).containsExactly(9e-4);
    assertThat(series("{'name':'b','value':1.2,'unit':'ms/op'}").values()).containsExactly(1.2e-3);
    assertThat(series("{'name':'b','value':3,'unit':'ops/ms'}").unit()).isEqualTo("ops/s");
    assertThat(series("{'name':'b','value':3,'unit':'ops/ms'}").values()).containsExactly(3000.0);
    assertThat(series("{'name':'b','value':2,'unit':'MiB'}").values()).containsExactly(2097152.0);
    assertThat(series("{'name':'b','value':2,'unit':'points'}").values()).containsExactly(2.0);
  }

  private static HistorySeries series(String bench) {
    return read(file(COMMIT.replace("[]", "[" + bench + "]")), "data.js")
        .entries()
        .getFirst()
        .series()
        .getFirst();
  }

  /** JMH's throughput and time of one benchmark. */
  @Test
  void read_oneNameInTwoUnits_isTwoSeries() {
    DataJs.ImportedHistory imported =
        read(
            file(
                COMMIT.replace(
                    "[]",
                    """
                    [{"name":"b","value":8119,"unit":"ops/ms"},{"name":"b","value":0.12,"unit":"us/op"},
                     {"name":"b","value":1,"unit":"us/op"},{"name":"c","value":1,"unit":"us/op"}]\
                    """)),
            "data.js");

    assertThat(imported.entries().getFirst().series())
        .extracting(HistorySeries::metric)
        .containsExactly("b (ops/s)", "b (s/op)", "c");
    assertThat(imported.repeated()).isEqualTo(1);
  }

  @Test
  void read_unitOfAnotherDirectionThanTheToolChosen_isTold() {
    String bench = "[{\"name\":\"b\",\"value\":1,\"unit\":\"misses/s\"}]";
    String entry = COMMIT.replace("\"go\"", "\"customSmallerIsBetter\"").replace("[]", bench);

    assertThat(read(file(entry), "data.js").conflicts())
        .containsExactly("b in misses/s is of tool customSmallerIsBetter");
  }

  @Test
  void read_suiteWithoutAName_isAnotherThanUnnamed() {
    String both = "{\"entries\":{\"\":[" + COMMIT + "],\"unnamed\":[" + COMMIT + "]}}";

    assertThat(read(DataJs.PREFIX + both, "data.js").entries())
        .extracting(HistoryEntry::id)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** As Loomwatch wrote it until it named series as {@code publish benchmark} does. */
  @ParameterizedTest
  @CsvSource({"hello/platform/latency-p50, s, 1", "hello platform latency-p50, ms, 0.001"})
  void read_seriesThatLoomwatchExported_areImportedUnderEitherName(
      String name, String unit, double value) {
    String bench = "[{\"name\":\"%s\",\"value\":1,\"unit\":\"%s\"}]".formatted(name, unit);
    String entry = COMMIT.replace("\"go\"", "\"customSmallerIsBetter\"").replace("[]", bench);

    assertThat(read(file(entry), "data.js").entries().getFirst().series())
        .containsExactly(
            new HistorySeries(
                "s", "imported", name, "s", Direction.LOWER_IS_BETTER, List.of(value)));
  }

  private static DataJs.ImportedHistory read(String text, String source) {
    return DataJs.read(text, source, DataJs.ImportOptions.NOTHING, NOW);
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> read(text, "data.js"))
        .isInstanceOf(RecordException.class)
        .hasMessage(message + "; name a data.js of github-action-benchmark");
  }

  private static String file(String entries) {
    return DataJs.PREFIX + "{\"entries\":{\"s\":[" + entries + "]}}";
  }

  private static String sample() throws IOException {
    try (var stream = DataJsTest.class.getResourceAsStream("data.js")) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
