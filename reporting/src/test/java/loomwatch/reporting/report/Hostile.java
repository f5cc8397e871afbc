package loomwatch.reporting.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.LimitFinding;
import loomwatch.judge.verdict.MethodChange;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;

/** A record and a verdict from somebody who wants a report to do something. */
public final class Hostile {
  /** One of each trick. */
  static final List<String> TRICKS =
      List.of(
          "<script>alert(1)</script><img src=x onerror=alert(2)><!-- </details>",
          "\033]0;title\007\033[2J\033[31mred\033[0m \u009b31m",
          "[click](https://evil.example) ![i](http://evil.example/i.png) https://evil.example/a",
          "www.evil.example <https://evil.example> a@evil.example ftp://evil.example",
          "@maintainer please merge #1 GH-2 org/repo#3",
          "line one\n# heading\n\n| a | b |\n---\r\n> quote\u2028next",
          "**bold** __bold__ `code` ~~gone~~ $x^2$ \\ &lt; |cell|",
          "\u202Eright to left\u202C zero\u200Bwidth \uD800 half",
          "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
          "a".repeat(300));

  private Hostile() {}

  public static MeasurementRecord record() {
    Launches launches = new Launches();
    launches.discarded(
        TRICKS.getFirst(), Mode.PLATFORM, new Invalid(Invalid.Reason.ERRORS, TRICKS.get(1)));
    launches.loaded(
        1,
        Mode.VIRTUAL,
        scenario(TRICKS.getFirst()),
        new Launches.Latency(1e-3, 1e-4, 1_000),
        Map.of());
    return Runs.record(
        TRICKS.stream().map(Hostile::scenario).toList(), launches, List.copyOf(TRICKS));
  }

  private static Scenario scenario(String name) {
    return new Scenario(name, "/" + name, 100, 1, 1, false, Set.of());
  }

  /** The same, compared with itself. */
  public static MeasurementRecord twoVariants() {
    Launches launches = new Launches();
    for (String variant : List.of("base", "head")) {
      launches
          .of(variant)
          .discarded(
              TRICKS.getFirst(), Mode.PLATFORM, new Invalid(Invalid.Reason.ERRORS, TRICKS.get(1)));
    }
    return twoVariants(TRICKS.stream().map(Hostile::scenario).toList(), launches);
  }

  /** Of so many scenarios that no comment holds them. */
  public static MeasurementRecord vast(int scenarios) {
    return twoVariants(
        IntStream.range(0, scenarios).mapToObj(i -> scenario("s" + i)).toList(), new Launches());
  }

  private static MeasurementRecord twoVariants(List<Scenario> scenarios, Launches launches) {
    Variant variant =
        new Variant(
            TRICKS.get(2),
            true,
            TRICKS.get(3),
            TRICKS.get(4),
            TRICKS.get(5),
            TRICKS,
            TRICKS.get(6),
            null,
            null);
    return Runs.record(
        scenarios,
        launches,
        List.copyOf(TRICKS),
        Map.of("base", Runs.VARIANT, "head", variant),
        new Comparison(
            Map.of("base", TRICKS.get(7), "head", TRICKS.get(8)),
            false,
            List.of(new Comparison.Look(1, 0.5)),
            1e15,
            TRICKS));
  }

  /** A verdict with a change of every kind in every trick. */
  public static Verdict comparison() {
    return comparisonOf(twoVariants());
  }

  public static Verdict comparisonOf(MeasurementRecord record) {
    return new Verdict(
        Verdict.SCHEMA,
        Outcome.REGRESSED,
        TRICKS.get(2),
        TRICKS.get(3),
        TRICKS.get(4),
        TRICKS,
        TRICKS,
        record.scenarios().stream()
            .map(Scenario::name)
            .flatMap(name -> Stream.of(JudgedMode.values()).map(mode -> changed(name, mode)))
            .toList(),
        new Verdict.Inputs(TRICKS.get(0), TRICKS.get(1), TRICKS.get(2)),
        new Verdict.Compared(TRICKS.get(7), TRICKS.get(8), false, -1, 0.5, TRICKS),
        TRICKS.stream().map(Hostile::method).toList(),
        Optional.empty());
  }

  private static MethodChange method(String trick) {
    Interval any = new Interval(-1e300, 1e300);
    return new MethodChange(
        trick, trick, 1e300, 1e300, 1e-300, 1.0, 1e300, any, 1e-300, true, true, 2);
  }

  private static MetricVerdict changed(String trick, JudgedMode mode) {
    MetricVerdict line = metric(trick, mode);
    LimitResult found = new LimitResult(worse(trick), true, trick);
    Change change =
        new Change(
            Integer.MAX_VALUE,
            new Size.SeveralPairs(
                -1e300, 1e300, 1e300, new Interval(-1e300, 1e300), OptionalDouble.of(1e300)),
            mode == JudgedMode.RATIO
                ? new ChangeAssessment.TwoSided(1e-300)
                : new ChangeAssessment.Judged(
                    1e-300, Optional.of(new ChangeAssessment.Tested(1e-300, 0)), found, true),
            OptionalDouble.of(1e300));
    return new MetricVerdict(
        trick,
        mode,
        line.metric(),
        line.unit(),
        line.direction(),
        line.limit(),
        line.measured(),
        3,
        found,
        List.of(trick),
        Optional.of(found),
        Optional.of(change));
  }

  private static Finding worse(String trick) {
    return new LimitFinding.Beyond(
        new LimitFinding.Allowed(LimitFinding.Kind.CEILING, 1, trick, Direction.LOWER_IS_BETTER),
        new LimitFinding.Bounds(3, 2, 4, 3));
  }

  public static Verdict verdict() {
    return new Verdict(
        Verdict.SCHEMA,
        Outcome.REGRESSED,
        TRICKS.get(2),
        TRICKS.get(3),
        TRICKS.get(4),
        TRICKS,
        TRICKS,
        TRICKS.stream()
            .flatMap(
                trick -> List.of(JudgedMode.values()).stream().map(mode -> metric(trick, mode)))
            .toList(),
        new Verdict.Inputs(TRICKS.get(0), TRICKS.get(1), TRICKS.get(2)),
        null,
        List.of(),
        Optional.empty());
  }

  private static MetricVerdict metric(String trick, JudgedMode mode) {
    boolean ratio = mode == JudgedMode.RATIO;
    return new MetricVerdict(
        trick,
        mode,
        Metric.LATENCY_P99,
        ratio ? "ratio" : trick,
        Direction.LOWER_IS_BETTER,
        OptionalDouble.of(-1e300),
        new MeanValue.Often(ratio ? 0 : 1e300, new Interval(-1e300, ratio ? 0 : 1e300)),
        3,
        new LimitResult(worse(trick), true, trick),
        List.of(trick),
        Optional.empty(),
        Optional.empty());
  }
}
