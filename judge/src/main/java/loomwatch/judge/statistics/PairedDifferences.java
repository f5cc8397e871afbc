package loomwatch.judge.statistics;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * What the two variants of each round differ by in one metric: positive = worse.
 *
 * <p>Their variance is moderated (Smyth, Stat. Appl. Genet. Mol. Biol. 2004): three to eleven
 * rounds say little of it, and the cycles within each round say as much again. So it is shrunk
 * towards what the cycles' own standard errors lead to expect.
 *
 * @param all one for each round
 */
public record PairedDifferences(List<Difference> all) {
  /** A metric that was measured nowhere. */
  public static final PairedDifferences NONE = new PairedDifferences(List.of());

  /**
   * What launches differ by beyond their cycles: stored comparisons of one service with itself show
   * .86 to 1.27 times the standard deviation that cycles lead to expect.
   */
  private static final double BEYOND_TURNS = 1.2;

  /** As many degrees of freedom the cycles' variance counts for. */
  public static final double PRIOR_DEGREES = 12;

  /** Beyond that quantile of what cycles lead to expect, the launches alone are believed. */
  private static final double CREDIBLE = 0.999;

  /**
   * One round's.
   *
   * @param value finite
   * @param standardError of the value, by its cycles; empty where it has too few
   */
  public record Difference(int round, double value, OptionalDouble standardError) {
    /** The fewest cycles whose quartiles say anything. */
    private static final int FEWEST_CYCLES = 4;

    /** √(π/2): the median's standard error is so many times the mean's. */
    private static final double OF_MEDIAN = 1.2533;

    /** The interquartile range of a normal distribution, in standard deviations. */
    private static final double QUARTILES = 1.349;

    private static final Quantile QUANTILE =
        Quantile.withDefaults().with(EstimationMethod.HF7).withCopy(true);

    /** The median over cycles; of one cycle, that. */
    public static Difference ofCycles(int round, double[] cycles) {
      return new Difference(round, SampleStatistics.medianOf(cycles), standardError(cycles));
    }

    private static OptionalDouble standardError(double[] cycles) {
      if (cycles.length < FEWEST_CYCLES) {
        return OptionalDouble.empty();
      }
      double[] quartiles = QUANTILE.evaluate(cycles, 0.25, 0.75);
      return OptionalDouble.of(
          OF_MEDIAN / QUARTILES * (quartiles[1] - quartiles[0]) / Math.sqrt(cycles.length));
    }

    /** Without cycles. */
    public Difference(int round, double value) {
      this(round, value, OptionalDouble.empty());
    }

    /** By how much more this is than another of the same round. */
    public Difference minus(Difference other) {
      return new Difference(
          round,
          value - other.value,
          standardError.isPresent() && other.standardError.isPresent()
              ? OptionalDouble.of(
                  Math.hypot(standardError.getAsDouble(), other.standardError.getAsDouble()))
              : OptionalDouble.empty());
    }

    /**
     * The mean of several of one round.
     *
     * @param same at least one, of the same round
     */
    public static Difference mean(List<Difference> same) {
      double sum = same.stream().mapToDouble(Difference::value).sum();
      boolean known = same.stream().allMatch(one -> one.standardError.isPresent());
      double squares =
          same.stream().mapToDouble(one -> Math.pow(one.standardError.orElse(0), 2)).sum();
      return new Difference(
          same.getFirst().round,
          sum / same.size(),
          known ? OptionalDouble.of(Math.sqrt(squares) / same.size()) : OptionalDouble.empty());
    }
  }

  /**
   * Those of one metric.
   *
   * @throws IllegalArgumentException when one is not finite, or a round has two
   */
  public PairedDifferences {
    all = List.copyOf(all);
    SampleStatistics.finite("difference", all.stream().mapToDouble(Difference::value).toArray());
    Set<Integer> rounds = new HashSet<>();
    for (Difference one : all) {
      if (!rounds.add(one.round)) {
        throw new IllegalArgumentException(
            "rounds must be distinct, round " + one.round + " was given twice");
      }
    }
  }

  /** How many; at least 0. */
  public int pairs() {
    return all.size();
  }

  /** The differences alone, in the order given. */
  public double[] values() {
    return all.stream().mapToDouble(Difference::value).toArray();
  }

  /**
   * Their mean with its interval; needs 2.
   *
   * @param least the standard deviation is taken to be no less, as a few launches agree by chance;
   *     at least 0
   */
  public Estimate<MeanInterval> mean(double least) {
    double[] values = values();
    int n = values.length;
    if (n < 2) {
      return new Estimate.Inconclusive<>(n, 2);
    }
    double mean = SampleStatistics.meanOf(values);
    double deviation = SampleStatistics.deviationOf(values);
    double squares = (n - 1) * deviation * deviation;
    double degrees = n - 1;
    OptionalDouble prior = prior();
    if (prior.isPresent() && !contradicts(squares, degrees, prior.getAsDouble())) {
      squares += PRIOR_DEGREES * prior.getAsDouble();
      degrees += PRIOR_DEGREES;
    }
    return new Estimate.Known<>(
        MeanInterval.of(mean, Math.max(Math.sqrt(squares / degrees), least), n, degrees));
  }

  /** Launches that differ so much more than their cycles have something of their own. */
  private static boolean contradicts(double squares, double degrees, double prior) {
    return squares
        > prior * ChiSquaredDistribution.of(degrees).inverseCumulativeProbability(CREDIBLE);
  }

  /** The variance that the cycles lead to expect; empty where no round has enough of them. */
  private OptionalDouble prior() {
    double[] squares =
        all.stream()
            .flatMapToDouble(one -> one.standardError.stream())
            .map(error -> error * error)
            .toArray();
    return squares.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(BEYOND_TURNS * Arrays.stream(squares).average().orElseThrow());
  }
}
