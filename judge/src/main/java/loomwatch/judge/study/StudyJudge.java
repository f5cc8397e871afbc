package loomwatch.judge.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.study.StudyJudge.LogRatio;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding.Unknown;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Launch;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyMetric;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Judges a study. A launch is one observation; a contrast is the mean over rounds of the log ratio
 * within the round, with Student's interval, exponentiated. A claim holds when its 90 % interval is
 * entirely within the bounds, so with 95 % confidence for each bound; it does not hold when the
 * interval is entirely outside. Where a value is only a lower bound, the interval is one-sided.
 */
public final class StudyJudge {
  /** Metrics reported for every cell where they were measured. */
  private static final List<String> USUAL =
      List.of(
          StudyMetric.THROUGHPUT,
          "latency-p50",
          "latency-p99",
          "cpu-per-request",
          "rss-after-load",
          "time-per-operation");

  private StudyJudge() {}

  public static StudyVerdict judge(StudyRecord record) {
    Set<String> quantities = new LinkedHashSet<>(USUAL);
    record.design().claims().forEach(claim -> quantities.add(claim.quantity()));
    return new StudyVerdict(
        record,
        record.design().cells().stream().map(cell -> cell(record, cell, quantities)).toList(),
        record.design().claims().stream().map(claim -> claim(record, claim)).toList());
  }

  private static CellFinding cell(StudyRecord record, StudyCell cell, Set<String> quantities) {
    List<Launch> launches = record.launches().stream().filter(cell::has).toList();
    List<Launch> valid = launches.stream().filter(Launch::valid).toList();
    Map<String, Value> values = new LinkedHashMap<>();
    for (String name : quantities) {
      StudyMetric quantity = StudyMetric.named(name).orElseThrow();
      double[] all =
          valid.stream()
              .map(quantity::of)
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::getAsDouble)
              .toArray();
      if (all.length > 0) {
        values.put(name, mean(all));
      }
    }
    List<String> lost =
        launches.stream()
            .filter(launch -> !launch.valid())
            .map(launch -> "round " + launch.round() + ": " + launch.invalid().getFirst())
            .toList();
    return new CellFinding(cell, values, valid.size(), doubts(record, valid), lost);
  }

  private static List<String> doubts(StudyRecord record, List<Launch> launches) {
    return record.design().claims().stream()
        .map(Claim::looksAt)
        .distinct()
        .flatMap(quantity ->
            launches.stream()
                .flatMap(launch -> quantity.doubts(launch).stream())
                .distinct()
                .map(doubt -> quantity.title() + ": " + doubt))
        .toList();
  }

  private static Value mean(double[] values) {
    return switch (MeanInterval.of(values)) {
      case Estimate.Known<MeanInterval>(MeanInterval known) ->
          new Value(known.mean(), new Interval(known.low(), known.high()), values.length);
      case Estimate.Inconclusive<MeanInterval> few -> new Value(values[0], null, values.length);
    };
  }

  private static ClaimFinding claim(StudyRecord record, Claim claim) {
    ContrastValues values = new ContrastValues(record, claim.looksAt());
    List<LogRatio> logs = new ArrayList<>();
    for (int round = 1; round <= record.roundsDone(); round++) {
      log(values, claim, round).ifPresent(logs::add);
    }
    double[] samples = logs.stream().mapToDouble(LogRatio::value).toArray();
    if (Arrays.stream(samples).anyMatch(Double::isNaN)) {
      return new ClaimFinding(claim, ClaimOutcome.CANNOT_TELL, null, Unknown.NOTHING_LEFT);
    }
    return switch (MeanInterval.of(samples)) {
      case Estimate.Known<MeanInterval>(MeanInterval known) -> {
        Value value =
            new Value(
                Math.exp(known.mean()),
                new Interval(Math.exp(known.low()), Math.exp(known.high())),
                samples.length,
                logs.stream().anyMatch(LogRatio::maybeMore),
                logs.stream().anyMatch(LogRatio::maybeLess));
        yield 2 * samples.length <= record.roundsDone()
            ? new ClaimFinding(claim, ClaimOutcome.CANNOT_TELL, value, Unknown.MOST_LOST)
            : judged(claim, value);
      }
      case Estimate.Inconclusive<MeanInterval> few ->
          new ClaimFinding(
              claim,
              ClaimOutcome.CANNOT_TELL,
              samples.length == 0 ? null : new Value(Math.exp(samples[0]), null, 1),
              isMissing(record, claim) ? Unknown.NOT_MEASURED : Unknown.TOO_FEW_ROUNDS);
    };
  }

  /** Returns whether there are valid launches, but none has the metric of the claim. */
  private static boolean isMissing(StudyRecord record, Claim claim) {
    List<Launch> valid = record.launches().stream().filter(Launch::valid).toList();
    return !valid.isEmpty()
        && valid.stream().allMatch(launch -> claim.looksAt().of(launch).isEmpty());
  }

  private static Optional<LogRatio> log(ContrastValues values, Claim claim, int round) {
    Optional<LogRatio> first = values.logOf(claim.contrast(), round);
    @Nullable Contrast against = claim.against();
    if (against == null || first.isEmpty()) {
      return first;
    }
    return values.logOf(against, round).map(second -> first.get().minus(second));
  }

  private static ClaimFinding judged(Claim claim, Value value) {
    Interval interval = Objects.requireNonNull(value.interval());
    double low = value.mayBeLess() ? 0 : interval.low();
    double high = value.mayBeMore() ? Double.POSITIVE_INFINITY : interval.high();
    double least = claim.atLeast() == null ? 0 : claim.atLeast();
    double most = claim.atMost() == null ? Double.POSITIVE_INFINITY : claim.atMost();
    if (low >= least && high <= most) {
      return new ClaimFinding(claim, ClaimOutcome.HOLDS, value, null);
    }
    if (high < least || low > most) {
      return new ClaimFinding(claim, ClaimOutcome.DOES_NOT_HOLD, value, null);
    }
    Unknown why = value.mayBeMore() || value.mayBeLess() ? Unknown.BOUND : Unknown.STRADDLES;
    return new ClaimFinding(claim, ClaimOutcome.CANNOT_TELL, value, why);
  }

  /**
   * The logarithm of a contrast in a round.
   *
   * @param value NaN where subtraction leaves nothing
   * @param maybeMore whether a value of the numerator is a lower bound, so that the ratio may be
   *     larger
   * @param maybeLess whether a value of the denominator is a lower bound
   */
  record LogRatio(double value, boolean maybeMore, boolean maybeLess) {
    static final LogRatio NONE = new LogRatio(0, false, false);

    LogRatio plus(LogRatio other) {
      return new LogRatio(
          value + other.value, maybeMore || other.maybeMore, maybeLess || other.maybeLess);
    }

    LogRatio minus(LogRatio other) {
      return new LogRatio(
          value - other.value, maybeMore || other.maybeLess, maybeLess || other.maybeMore);
    }

    LogRatio dividedBy(int number) {
      return new LogRatio(value / number, maybeMore, maybeLess);
    }
  }

  /** Computes contrasts, comparing launches of the same round only. */
  record ContrastValues(StudyRecord record, StudyMetric quantity) {
    private static final Measured NOTHING = new Measured(0, false);

    /**
     * A cell's value in a round.
     *
     * @param bound whether the value is a lower bound
     */
    private record Measured(double value, boolean bound) {}

    /** Returns the contrast; empty when a launch is missing or invalid. */
    Optional<LogRatio> logOf(Contrast contrast, int round) {
      List<StudyCell> above = cells(contrast.of());
      LogRatio sum = LogRatio.NONE;
      for (StudyCell cell : above) {
        Optional<LogRatio> ratio = logRatio(cell, contrast, round);
        if (ratio.isEmpty()) {
          return ratio;
        }
        sum = sum.plus(ratio.get());
      }
      return above.isEmpty() ? Optional.empty() : Optional.of(sum.dividedBy(above.size()));
    }

    private Optional<LogRatio> logRatio(StudyCell above, Contrast contrast, int round) {
      Optional<StudyCell> below = beside(above, contrast.over());
      Optional<Measured> one = value(above, round);
      Optional<Measured> other = below.flatMap(cell -> value(cell, round));
      @Nullable Map<String, String> minus = contrast.minus();
      Optional<Measured> offOne = off(above, minus, round);
      Optional<Measured> offOther = below.flatMap(cell -> off(cell, minus, round));
      if (one.isEmpty() || other.isEmpty() || offOne.isEmpty() || offOther.isEmpty()) {
        return Optional.empty();
      }
      double top = one.get().value() - offOne.get().value();
      double bottom = other.get().value() - offOther.get().value();
      boolean bound = offOne.get().bound() || offOther.get().bound();
      return Optional.of(
          new LogRatio(
              top > 0 && bottom > 0 ? Math.log(top / bottom) : Double.NaN,
              one.get().bound() || bound,
              other.get().bound() || bound));
    }

    /** Returns the value to subtract: that of the cell with the levels {@code minus}. */
    private Optional<Measured> off(StudyCell cell, @Nullable Map<String, String> minus, int round) {
      return minus == null
          ? Optional.of(NOTHING)
          : beside(cell, minus).flatMap(other -> value(other, round));
    }

    /** Returns the cell with those levels and otherwise the levels of {@code cell}. */
    private Optional<StudyCell> beside(StudyCell cell, Map<String, String> levels) {
      Map<String, String> wanted = new HashMap<>(cell.levels());
      wanted.putAll(levels);
      return record.design().cells().stream()
          .filter(other -> other.levels().equals(wanted))
          .findFirst();
    }

    private List<StudyCell> cells(Map<String, String> levels) {
      return record.design().cells().stream().filter(cell -> cell.isOf(levels)).toList();
    }

    private Optional<Measured> value(StudyCell cell, int round) {
      Optional<Launch> launch =
          record.launches().stream()
              .filter(each -> each.round() == round && each.valid() && cell.has(each))
              .findFirst();
      return launch
          .filter(each -> quantity.of(each).isPresent())
          .map(each -> new Measured(quantity.of(each).getAsDouble(), quantity.isBound(each)));
    }
  }
}
