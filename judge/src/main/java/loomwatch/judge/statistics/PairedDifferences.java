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
 * The paired differences of one metric between two variants, one for each round: positive = worse.
 *
 * <p>Their variance is moderated (Smyth, Stat. Appl. Genet. Mol. Biol. 2004): three to eleven
 * rounds estimate it poorly, so it is shrunk towards the variance expected from the standard errors
 * of the cycles within each round.
 */
public record PairedDifferences(List<Difference> all) {
  /** The differences of a metric that was not measured. */
  public static final PairedDifferences NONE = new PairedDifferences(List.of());

  /**
   * Variance between launches as a multiple of that expected from cycles: stored comparisons of one
   * service with itself show .86 to 1.27 times the expected standard deviation.
   */
  private static final double BEYOND_CYCLES = 1.2;

  /** Degrees of freedom of the prior variance. */
  public static final double PRIOR_DEGREES = 12;

  /** Quantile of the expected variance beyond which the prior is ignored. */
  private static final double CREDIBLE = 0.999;

  /** The difference in one round; its standard error is empty with too few cycles. */
  public record Difference(int round, double value, OptionalDouble standardError) {
    /** Minimum number of cycles to estimate a standard error from quartiles. */
    private static final int FEWEST_CYCLES = 4;

    /** √(π/2): standard error of the median relative to the mean's. */
    private static final double OF_MEDIAN = 1.2533;

    /** Interquartile range of a normal distribution, in standard deviations. */
    private static final double QUARTILES = 1.349;

    private static final Quantile QUANTILE =
        Quantile.withDefaults().with(EstimationMethod.HF7).withCopy(true);

    /** Returns the median over cycles. */
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

    public Difference(int round, double value) {
      this(round, value, OptionalDouble.empty());
    }

    /** Returns this difference minus another of the same round. */
    public Difference minus(Difference other) {
      return new Difference(
          round,
          value - other.value,
          standardError.isPresent() && other.standardError.isPresent()
              ? OptionalDouble.of(
                  Math.hypot(standardError.getAsDouble(), other.standardError.getAsDouble()))
              : OptionalDouble.empty());
    }

    /** Returns the mean of at least one difference of the same round. */
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
   * Checks the differences.
   *
   * @throws IllegalArgumentException if one is not finite, or a round has two
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

  public int pairs() {
    return all.size();
  }

  /** Returns the differences in the order given. */
  public double[] values() {
    return all.stream().mapToDouble(Difference::value).toArray();
  }

  /**
   * Returns the mean with its interval; needs 2 pairs.
   *
   * @param least minimum standard deviation, because a few launches may agree by chance; at least 0
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

  /** Returns whether the launches vary far more than their cycles explain. */
  private static boolean contradicts(double squares, double degrees, double prior) {
    return squares
        > prior * ChiSquaredDistribution.of(degrees).inverseCumulativeProbability(CREDIBLE);
  }

  /** Returns the variance expected from the cycles; empty where no round has enough of them. */
  private OptionalDouble prior() {
    double[] squares =
        all.stream()
            .flatMapToDouble(one -> one.standardError.stream())
            .map(error -> error * error)
            .toArray();
    return squares.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(BEYOND_CYCLES * Arrays.stream(squares).average().orElseThrow());
  }
}
