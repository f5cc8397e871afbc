package loomwatch.reporting.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.trend.Alert.Status;
import org.junit.jupiter.api.Test;

/** By the grammar of OpenMetrics 1.0, of which no parser for Java is published. */
class OpenMetricsTest {
  private static final String ESCAPED = "(?:[^\"\\\\\n]|\\\\[\"n\\\\])*";
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"" + ESCAPED + "\"";
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(%1$s(?:,%1$s)*)?\\})? ([+-]?\\d+(?:\\.\\d*)?(?:e[+-]?\\d+)?)"
              .formatted(LABEL));
  private static final Pattern META =
      Pattern.compile("# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (" + ESCAPED + ")");

  /** With these a name would be read as a part of another family. */
  private static final Pattern RESERVED =
      Pattern.compile(".*_(total|created|count|sum|bucket|info|gcount|gsum)");

  /** Samples by family, each as its labels and value; fails where the text breaks the rules. */
  private static Map<String, List<String>> parsed(String text) {
    assertThat(text).endsWith("\n# EOF\n").doesNotContain("\r");
    Map<String, List<String>> families = new LinkedHashMap<>();
    Map<String, Set<String>> said = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    String current = "";
    for (String line : text.substring(0, text.length() - "# EOF\n".length()).split("\n")) {
      Matcher meta = META.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (meta.matches()) {
        String name = meta.group(2);
        if (!name.equals(current)) {
          assertThat(families).as("interleaved").doesNotContainKey(name);
          families.put(name, new ArrayList<>());
          current = name;
        }
        assertThat(families.get(name)).as("metadata come first").isEmpty();
        assertThat(said.computeIfAbsent(name, key -> new HashSet<>()).add(meta.group(1))).isTrue();
        assertThat(name).doesNotMatch(RESERVED);
        if (meta.group(1).equals("TYPE")) {
          assertThat(meta.group(3)).isEqualTo("gauge");
        } else if (meta.group(1).equals("UNIT")) {
          assertThat(meta.group(3)).isIn("seconds", "bytes");
          assertThat(name).endsWith("_" + meta.group(3));
        }
      } else {
        assertThat(line).matches(SAMPLE);
        assertThat(sample.matches()).isTrue();
        assertThat(sample.group(1)).isEqualTo(current);
        assertThat(seen.add(current + sample.group(2))).as("twice: " + line).isTrue();
        Objects.requireNonNull(families.get(current))
            .add("{" + sample.group(2) + "} " + sample.group(3));
      }
    }
    assertThat(said.values()).allMatch(each -> each.containsAll(Set.of("TYPE", "HELP")));
    return families;
  }

  @Test
  void text_ofTheNewestRun_hasEachSeriesInBaseUnits() {
    String text =
        OpenMetrics.of(
            Reports.report(
                Outcome.REGRESSED,
                Reports.alert("a", Status.CONFIRMED, "again"),
                Reports.alert("b", Status.CLOSED, null)),
            history(
                run("run-1", series("hello", "virtual", Metric.LATENCY_P999, 9)),
                run(
                    "run-2",
                    series("hello", "platform", Metric.LATENCY_P999, 2e-3, 4e-3),
                    series("hello", "virtual", Metric.LATENCY_P999, 1e-4),
                    series("hello", "ratio", Metric.LATENCY_P999, 0.5),
                    series("other", "virtual", Metric.LATENCY_P999, 12),
                    series("other", "virtual", Metric.LIVE_SET, 5e6))),
            "shop");

    Map<String, List<String>> families = parsed(text);
    assertThat(families.get("loomwatch_latency_p99_9_seconds"))
        .containsExactly(
            "{service=\"shop\",scenario=\"hello\",mode=\"platform\"} 0.003",
            "{service=\"shop\",scenario=\"hello\",mode=\"virtual\"} 1.0e-4",
            "{service=\"shop\",scenario=\"other\",mode=\"virtual\"} 12.0");
    assertThat(families.get("loomwatch_live_set_bytes")).hasSize(1);
    assertThat(families.get("loomwatch_open_regressions"))
        .containsExactly(
            "{service=\"shop\",status=\"confirmed\"} 1.0",
            "{service=\"shop\",status=\"suspected\"} 0.0");
    assertThat(families.get("loomwatch_run_timestamp_seconds"))
        .containsExactly("{service=\"shop\"} 1.7636544e9");
    assertThat(text).contains("# UNIT loomwatch_latency_p99_9_seconds seconds\n");
  }

  @Test
  void text_ofOddNames_isStillOne() {
    String odd = "a\"b\\c\nd}e \ud800 漢\u202e # EOF";

    Map<String, List<String>> families =
        parsed(
            OpenMetrics.of(
                Reports.report(Outcome.PASS),
                history(run("run-1", series(odd, "virtual", Metric.PINNED, 0))),
                odd));

    assertThat(families.get("loomwatch_pinned"))
        .singleElement()
        .asString()
        .contains("scenario=\"a\\\"b\\\\c d}e \ufffd 漢\ufffd # EOF\"");
  }

  @Test
  void text_ofEveryMetric_hasAFamilyOfItsOwn() {
    HistorySeries[] all =
        Arrays.stream(Metric.values())
            .map(metric -> series("hello", "virtual", metric, 1))
            .toArray(HistorySeries[]::new);

    Map<String, List<String>> families =
        parsed(OpenMetrics.of(Reports.report(Outcome.PASS), history(run("run-1", all)), "shop"));

    assertThat(families).hasSize(Metric.values().length + 3);
  }

  @Test
  void text_withoutARun_saysWhatIsOpen() {
    assertThat(parsed(OpenMetrics.of(Reports.report(Outcome.PASS), history(), "shop")))
        .containsOnlyKeys("loomwatch_open_regressions");
  }

  static HistorySeries series(String scenario, String mode, Metric metric, double... values) {
    boolean ratio = mode.equals("ratio");
    return new HistorySeries(
        scenario,
        mode,
        metric.label(),
        ratio ? "ratio" : metric.unit().symbol(),
        ratio ? Direction.LOWER_IS_BETTER : metric.direction(),
        Arrays.stream(values).boxed().toList());
  }

  static HistoryEntry run(String id, HistorySeries... series) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        HistoryEntry.Kind.RUN,
        Instant.parse("2025-11-20T16:00:00Z"),
        Provenance.of("1".repeat(40)),
        "11.0.25",
        "25.0.3",
        "host",
        null,
        "pass",
        null,
        List.of(),
        List.of(series),
        null);
  }

  static History history(HistoryEntry... entries) {
    return new History(List.of(entries), "sha256:" + "0".repeat(64));
  }
}
