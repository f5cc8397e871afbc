package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.jspecify.annotations.Nullable;

/** Launches of four rounds that spend what a test says, with noise. */
final class Launches {
  private static final int ROUNDS = 4;
  private static final long REQUESTS = 10_000;

  private final Random random;
  private final double noise;
  private final Resource resource;
  private final Map<Stack, double[]> amounts = new HashMap<>();
  private double[] jit = {};
  private int noisyRound;

  /** None yet; the noise is the standard deviation of a stack's amount, relative to it. */
  Launches(Resource resource, long seed, double noise) {
    this.resource = resource;
    this.random = new Random(seed);
    this.noise = noise;
  }

  /**
   * What base and head take of each request in a stack: {@code package.Class.method:line}, or what
   * stands for one without a dot; the outermost first, apart by blanks.
   */
  Launches with(String stack, double base, double head) {
    amounts.put(stack(stack), new double[] {base, head});
    return this;
  }

  /** What the JIT takes, which ends when it likes. */
  Launches compilingUntil(double... byLaunch) {
    jit = byLaunch;
    return this;
  }

  /** Head's launch of that round had no quiet window, so that its tail is not known. */
  Launches withoutTailOfHead(int round) {
    noisyRound = round;
    return this;
  }

  static Stack stack(String text) {
    List<Frame> frames = new ArrayList<>();
    for (String word : text.split(" ")) {
      String[] parts = word.split(":");
      int dot = parts[0].lastIndexOf('.');
      frames.add(
          new Frame(
              parts[0].substring(0, Math.max(0, dot)),
              parts[0].substring(dot + 1),
              parts.length > 1 ? Integer.parseInt(parts[1]) : 0));
    }
    return new Stack(frames);
  }

  List<LaunchStacks> launches() {
    return launches("hello");
  }

  List<LaunchStacks> launches(String scenario) {
    List<LaunchStacks> launches = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      for (Side variant : List.of(Side.BASE, Side.HEAD)) {
        Map<Stack, Double> spent = new HashMap<>();
        amounts.entrySet().stream()
            .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
            .forEach(entry -> {
              double amount = entry.getValue()[variant == Side.BASE ? 0 : 1];
              if (amount > 0) {
                spent.put(
                    entry.getKey(),
                    REQUESTS * amount * Math.max(0, 1 + noise * random.nextGaussian()));
              }
            });
        if (launches.size() < jit.length) {
          spent.put(Stack.JIT_COMPILER, REQUESTS * jit[launches.size()]);
        }
        boolean known = variant == Side.BASE || round != noisyRound;
        launches.add(
            new LaunchStacks(
                scenario,
                round,
                variant,
                Mode.VIRTUAL,
                REQUESTS,
                known ? REQUESTS : 0,
                1,
                known ? Map.of(resource, spent) : Map.of(),
                1_000,
                "x"));
      }
    }
    return launches;
  }

  /** One that judged nothing. */
  static Verdict unjudged() {
    return verdict(List.of());
  }

  /** One that called CPU time regressed, from base by so many percent. */
  static Verdict regressed(double base, double percent) {
    return regressed(Metric.CPU_PER_REQUEST, base, percent);
  }

  /** One that called that metric regressed, from base by so many percent. */
  static Verdict regressed(Metric metric, double base, double percent) {
    Interval interval = new Interval(percent - 1, percent + 1);
    MeanInterval logs = MeanInterval.of(Math.log1p(percent / 100), 0.01, 5, 4);
    return regressed(
        metric,
        new Finding.Worse(new Finding.Evidence(logs, 0.05, 0.01, metric.direction()), 0.001),
        new Size.SeveralPairs(base, 0.9 * base, percent, interval, OptionalDouble.empty()));
  }

  /** One that found more of what is counted. */
  static Verdict grown(Metric metric, double base, double head) {
    return grown(null, metric, base, head);
  }

  /** The same of one request of a mix. */
  static Verdict grown(@Nullable String request, Metric metric, double base, double head) {
    return regressed(
        metric,
        new Finding.MoreOften(
            metric,
            List.of(
                new Finding.RequestCounts(
                    request,
                    1,
                    base,
                    head,
                    Stream.of("a", "b", "c", "d")
                        .map(of -> new Finding.CountChange("select " + of, base, head))
                        .toList()))),
        new Size.NoRatio(base, head));
  }

  private static Verdict regressed(Metric metric, Finding finding, Size size) {
    LimitResult worse = new LimitResult(finding, true, null);
    Change change =
        new Change(
            5,
            size,
            new ChangeAssessment.Judged(5, Optional.empty(), worse, false),
            OptionalDouble.empty());
    return verdict(
        List.of(
            new MetricVerdict(
                "hello",
                JudgedMode.VIRTUAL,
                metric,
                metric.unit().symbol(),
                metric.direction(),
                OptionalDouble.empty(),
                new MeanValue.Nothing(),
                5,
                worse,
                List.of(),
                Optional.empty(),
                Optional.of(change))));
  }

  private static Verdict verdict(List<MetricVerdict> metrics) {
    return new Verdict(
        Verdict.SCHEMA,
        Outcome.INVALID,
        Verdict.RULE_OF_COMPARISONS,
        "r",
        "f",
        List.of(),
        List.of(),
        metrics,
        new Verdict.Inputs("r", "t", null),
        null,
        List.of(),
        Optional.empty());
  }
}
