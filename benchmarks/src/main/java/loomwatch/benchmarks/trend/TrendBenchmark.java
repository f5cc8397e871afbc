package loomwatch.benchmarks.trend;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Simulated histories of which is known whether and when something changed, judged by Loomwatch and
 * by what other tools do unless told otherwise.
 *
 * <p>A history is exp(σ·noise) with σ = 2 %. False alarms are counted over 1,000 commits without a
 * change, for each seed; a rule that learns starts with nothing learnt. Delays are those of a step
 * after 100 commits.
 */
public final class TrendBenchmark {
  private static final double SIGMA = 0.02;
  private static final int COMMITS = 1000;
  private static final int BEFORE = 100;
  private static final int AFTER = 60;
  private static final List<Integer> CHANGES = List.of(5, 3);
  private static final List<Rule> RULES =
      List.of(
          new Ours(),
          new OtherTools.Otava(),
          new OtherTools.Bencher(),
          new OtherTools.GithubActionBenchmark(200),
          new OtherTools.GithubActionBenchmark(105));

  private TrendBenchmark() {}

  /**
   * What one rule does.
   *
   * @param name of the rule
   * @param falseAlarms per 1,000 commits, for each kind of noise
   * @param delays of a step of 5 % and of 3 % under normal noise
   */
  record Figures(String name, double[] falseAlarms, Delay[] delays) {}

  /**
   * How soon a step is seen.
   *
   * @param median commits, the first bad one included, over the seeds in which it was seen
   * @param seen share of the seeds in which it was seen within 60 commits
   */
  record Delay(double median, double seen) {}

  /**
   * Prints the table.
   *
   * @param seeds how many histories of each kind; at least 1
   */
  public static void run(int seeds, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "False alarms for the worse per 1,000 commits (%d seeds), and the median commits until a"
            + " step is seen at 2 %% noise%n%n",
        seeds);
    out.printf("%-45s", "");
    Arrays.stream(Noise.values()).forEach(noise -> out.printf("%13s", noise));
    CHANGES.forEach(percent -> out.printf("%18s", "+" + percent + " %"));
    out.println();
    for (Rule rule : RULES) {
      Figures figures = figures(rule, seeds);
      out.printf("%-45s", figures.name);
      Arrays.stream(figures.falseAlarms).forEach(rate -> out.printf(Locale.ROOT, "%13.2f", rate));
      Arrays.stream(figures.delays).forEach(delay -> out.printf("%18s", words(delay)));
      out.println();
    }
    Guard.print(Math.min(30, seeds), out);
  }

  /** Prints how long {@code trend} takes over 10,000 records of 60 series, kept in a folder. */
  public static void runLong(PrintStream out) {
    out.println(LongHistory.judged());
  }

  /** The same, of a history that stays in that folder. */
  public static void runLong(Path folder, PrintStream out) throws IOException {
    out.println(LongHistory.judged(folder));
  }

  /** Of one rule; the seeds are independent, so they are shared among the cores. */
  static Figures figures(Rule rule, int seeds) {
    double[] rates =
        Arrays.stream(Noise.values())
            .mapToDouble(noise -> falseAlarms(rule, noise, seeds))
            .toArray();
    Delay[] delays =
        CHANGES.stream().map(percent -> delay(rule, percent, seeds)).toArray(Delay[]::new);
    return new Figures(rule.name(), rates, delays);
  }

  static double falseAlarms(Rule rule, Noise noise, int seeds) {
    return LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToInt(seed -> rule.alarms(history(noise, seed, COMMITS, 0, COMMITS)).size())
            .sum()
        * 1000.0
        / ((double) seeds * COMMITS);
  }

  static Delay delay(Rule rule, int percent, int seeds) {
    int[] delays =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed ->
                rule.delay(history(Noise.NORMAL, seed, BEFORE + AFTER, percent, BEFORE), BEFORE))
            .filter(OptionalInt::isPresent)
            .mapToInt(OptionalInt::getAsInt)
            .sorted()
            .toArray();
    int n = delays.length;
    double median = n == 0 ? Double.NaN : (delays[(n - 1) / 2] + delays[n / 2]) / 2.0;
    return new Delay(median, (double) n / seeds);
  }

  /** Values around 1, and from a point on around that many percent more. */
  static double[] history(Noise noise, long seed, int commits, int percent, int changedAt) {
    double[] z = noise.draw(new Random(seed * 1_000_003 + noise.ordinal()), commits);
    return IntStream.range(0, commits)
        .mapToDouble(i -> Math.exp(SIGMA * z[i]) * (i >= changedAt ? 1 + percent / 100.0 : 1))
        .toArray();
  }

  private static String words(Delay delay) {
    return delay.seen == 0
        ? "never"
        : String.format(Locale.ROOT, "%.0f (%.0f %% seen)", delay.median, 100 * delay.seen);
  }
}
