package loomwatch.gate.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.gate.verdict.Interval;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.Direction;
import loomwatch.results.Invalid;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/** A record and a verdict from somebody who wants a report to do something. */
final class Hostile {
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

  static MeasurementRecord record() {
    Launches launches = new Launches();
    launches.discarded(
        TRICKS.getFirst(), Mode.PLATFORM, new Invalid(Invalid.Cause.ERRORS, TRICKS.get(1)));
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
    return new Scenario(name, "w", "/" + name, 100, 1, 1, Set.of());
  }

  static Verdict verdict() {
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
        new Verdict.Inputs(TRICKS.get(0), TRICKS.get(1)),
        null);
  }

  private static MetricVerdict metric(String trick, JudgedMode mode) {
    boolean contrast = mode == JudgedMode.CONTRAST;
    return new MetricVerdict(
        trick,
        mode,
        Metric.LATENCY_P99,
        contrast ? "ratio" : trick,
        Direction.LOWER_IS_BETTER,
        true,
        -1e300,
        contrast ? 0 : 1e300,
        new Interval(-1e300, contrast ? 0 : 1e300),
        3,
        Outcome.REGRESSED,
        trick,
        trick,
        List.of(trick),
        null);
  }
}
