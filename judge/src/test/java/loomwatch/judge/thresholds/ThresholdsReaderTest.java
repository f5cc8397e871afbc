package loomwatch.judge.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.OptionalDouble;
import java.util.Set;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Dimension;
import org.junit.jupiter.api.Test;

final class ThresholdsReaderTest {
  private static final Set<String> KNOWN = Set.of("hello", "cpu");

  @Test
  void parse_ceilingWithoutMode_limitsEachMode() {
    Thresholds read =
        parse(
            """
            schema: 1
            limits:
              - scenario: hello
                metric: latency-p99
                ceiling: 20 ms
                gate: true
                why: |
                  because
            """);
    Terms terms =
        new Terms(
            "hello",
            Scope.NAMED,
            Metric.LATENCY_P99,
            true,
            "because",
            new Position("t.yaml", 3, 5));
    assertThat(read.limits())
        .containsExactly(
            new Ceiling(terms, Mode.PLATFORM, 0.02), new Ceiling(terms, Mode.VIRTUAL, 0.02));
  }

  @Test
  void parse_budget_isReadToTheLastWord() {
    String limits =
        "limits:\n  - {scenario: hello, metric: latency-p99, ceiling: 20 ms, gate: true, why: w}";

    assertThat(parse("schema: 1\n" + limits).budget()).isEqualTo(Budget.NONE);
    assertThat(
            parse(
                    "schema: 1\nbudget: {since-release: 3 %, since-pin: 5 %, pin: 12345678}\n"
                        + limits)
                .budget())
        .isEqualTo(new Budget(OptionalDouble.of(0.03), OptionalDouble.of(0.05), "12345678"));
  }

  @Test
  void parse_changedMethods_onlyInformUnlessTheyHaveALimit() {
    String limits =
        "limits:\n  - {scenario: hello, metric: latency-p99, ceiling: 20 ms, gate: true, why: w}";

    assertThat(parse("schema: 1\n" + limits).changedMethods()).isEmpty();
    assertThat(parse("schema: 1\nchanged-methods: 0.5 %\n" + limits).changedMethods())
        .hasValue(0.005);
  }

  @Test
  void parse_inconclusive_isNeutralUnlessItSaysFail() {
    String limits =
        "limits:\n  - {scenario: hello, metric: latency-p99, ceiling: 20 ms, gate: true, why: w}";

    assertThat(parse("schema: 1\n" + limits).inconclusive()).isEqualTo(Inconclusive.NEUTRAL);
    assertThat(parse("schema: 1\ninconclusive: fail\n" + limits).inconclusive())
        .isEqualTo(Inconclusive.FAIL);
  }

  @Test
  void parse_ceilingAndToleranceTogether_areTwoLimits() {
    Thresholds read =
        parse(
            "schema: 1\nlimits:\n"
                + "  - {scenario: hello, mode: virtual, metric: rss-after-load,"
                + " ceiling: 1.5 MiB, tolerance: 3 %, gate: false, why: w}");
    assertThat(read.ceiling("hello", Mode.VIRTUAL, Metric.RSS_AFTER_LOAD))
        .hasValueSatisfying(limit -> assertThat(limit.value()).isEqualTo(1_572_864));
    assertThat(read.tolerance("hello", Mode.VIRTUAL, Metric.RSS_AFTER_LOAD))
        .hasValueSatisfying(limit -> assertThat(limit.fraction()).isEqualTo(0.03));
    assertThat(read.ceiling("hello", Mode.PLATFORM, Metric.RSS_AFTER_LOAD)).isEmpty();
    assertThat(read.ratio("hello", Metric.RSS_AFTER_LOAD)).isEmpty();
  }

  @Test
  void parse_listOfScenarios_limitsEach() {
    Thresholds read = parse(entry("[cpu, hello]", "ratio: {at-most: 1}"));
    assertThat(read.limits())
        .extracting(Limit::target)
        .containsExactly("ratio of cpu latency-p99", "ratio of hello latency-p99");
  }

  @Test
  void parse_starAndAName_theNameGoesFirst() {
    Thresholds read =
        parse(
            entry("'*'", "ceiling: 1 s")
                + "  - {scenario: hello, mode: virtual, metric: latency-p99, ceiling: 5 µs,"
                + " gate: true, why: w}\n");
    assertThat(read.limits())
        .extracting(Limit::target, limit -> limit.terms().scope())
        .containsExactly(
            tuple("ceiling of cpu platform latency-p99", Scope.EVERY),
            tuple("ceiling of cpu virtual latency-p99", Scope.EVERY),
            tuple("ceiling of hello platform latency-p99", Scope.EVERY),
            tuple("ceiling of hello virtual latency-p99", Scope.NAMED));
    assertThat(read.ceiling("hello", Mode.VIRTUAL, Metric.LATENCY_P99))
        .hasValueSatisfying(limit -> assertThat(limit.value()).isEqualTo(5e-6));
  }

  @Test
  void parse_everyUnit_becomesTheBaseUnit() {
    assertThat(Dimension.TIME.parse("7ns")).hasValue(7e-9);
    assertThat(Dimension.TIME.parse("7 us")).hasValue(7e-6);
    assertThat(Dimension.TIME.parse("7 µs")).hasValue(7e-6);
    assertThat(Dimension.TIME.parse("0.5 s")).hasValue(0.5);
    assertThat(Dimension.SIZE.parse("7 B")).hasValue(7);
    assertThat(Dimension.SIZE.parse("7 kB")).hasValue(7_000);
    assertThat(Dimension.SIZE.parse("7 MB")).hasValue(7_000_000);
    assertThat(Dimension.SIZE.parse("7 KiB")).hasValue(7_168);
    assertThat(Dimension.CHANGE.parse("12.5 %")).hasValue(0.125);
    assertThat(Dimension.COUNT.parse("7")).hasValue(7);
  }

  private static Thresholds parse(String yaml) {
    return ThresholdsReader.parse("t.yaml", yaml, KNOWN);
  }

  private static String entry(String scenario, String limit) {
    return "schema: 1\nlimits:\n  - {scenario: "
        + scenario
        + ", metric: latency-p99, "
        + limit
        + ", gate: true, why: w}\n";
  }
}
