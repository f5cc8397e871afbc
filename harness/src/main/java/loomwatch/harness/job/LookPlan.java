package loomwatch.harness.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Looks;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Measurement;
import loomwatch.measure.rounds.Progress;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import org.jspecify.annotations.Nullable;

/** The plan of a comparison's interim analyses, by its profile or a budget. */
public record LookPlan(List<Look> looks) {
  private static final int MOST = 60;

  /** Rounds below which many measurements show little: a comparison then measures fewer. */
  static final int USEFUL = 5;

  private static final int ROUNDS_OF_COUNTS = 3;

  /** Factor by which a round may exceed the expected time without missing an interim analysis. */
  private static final double MARGIN = 1.25;

  public static LookPlan of(Profile profile) {
    return new LookPlan(Looks.upTo(profile.comparing().mostRounds()));
  }

  /** Returns the plan of counts alone: one round is enough, unless they vary. */
  public static LookPlan ofCounts() {
    return new LookPlan(
        IntStream.rangeClosed(1, ROUNDS_OF_COUNTS)
            .mapToObj(round -> new Look(round, Looks.LEVEL / ROUNDS_OF_COUNTS))
            .toList());
  }

  /** Returns the plan with as many rounds as fit into a budget. */
  public static LookPlan within(Duration budget, Duration expected) {
    Duration round = withMargin(expected);
    int fit = Math.clamp(budget.dividedBy(round), 0, MOST);
    if (fit < Looks.FEWEST) {
      throw new UsageException(
          "budget %s is too small for one interim analysis: %d rounds of about %d s each need %s; give more, or fewer scenarios or benchmarks"
              .formatted(
                  shown(budget),
                  Looks.FEWEST,
                  round.toSeconds(),
                  shown(round.multipliedBy(Looks.FEWEST).plusSeconds(30))));
    }
    return new LookPlan(Looks.upTo(fit));
  }

  /** Returns the profile's plan, or if it takes longer than that, the rounds that fit. */
  public static LookPlan atMost(Duration budget, Profile profile, Duration expected) {
    LookPlan usual = of(profile);
    boolean fits = withMargin(expected).multipliedBy(usual.last()).compareTo(budget) <= 0;
    return fits ? usual : within(budget, expected);
  }

  /** Returns the expected time of a round of which so many fit into a budget. */
  static Duration round(Duration budget, int rounds) {
    return Duration.ofMillis((long) (budget.dividedBy(rounds).toSeconds() * 1e3 / MARGIN));
  }

  private static Duration withMargin(Duration round) {
    return Duration.ofSeconds((long) Math.ceil(MARGIN * round.toMillis() / 1e3));
  }

  /** Formats a time as the option takes it. */
  private static String shown(Duration time) {
    return time.toSeconds() % 60 == 0 ? time.toMinutes() + "m" : time.toSeconds() + "s";
  }

  /** Returns a comparison of two variants with these interim analyses. */
  public Comparison comparison(
      String base,
      String head,
      boolean sameService,
      @Nullable Duration budget,
      List<String> leftOut) {
    return new Comparison(
        Map.of("base", base, "head", head),
        sameService,
        looks,
        budget == null ? null : (double) budget.toSeconds(),
        leftOut);
  }

  /** Returns the rounds at the last interim analysis. */
  public int last() {
    return looks.getLast().rounds();
  }

  /** Runs the interim analyses, and stops the comparison once one decides or time is up. */
  static final class InterimAnalysis implements Measurement.Look {
    private static final String SUSPECTED = "; goes on, as something may be worse";

    private final Comparison comparison;
    private final OngoingMeasurement ongoing;
    private final Thresholds thresholds;
    private final Optional<StoredCalibration> calibration;
    private final boolean endsByCounts;
    private final Progress progress;
    private final long startNanos = System.nanoTime();

    InterimAnalysis(
        Comparison comparison,
        OngoingMeasurement ongoing,
        Thresholds thresholds,
        Optional<StoredCalibration> calibration,
        boolean endsByCounts,
        Progress progress) {
      this.comparison = comparison;
      this.ongoing = ongoing;
      this.thresholds = thresholds;
      this.calibration = calibration;
      this.endsByCounts = endsByCounts;
      this.progress = progress;
    }

    @Override
    public boolean enough(int round, List<Launch> launches) {
      List<Integer> looks = comparison.looks().stream().map(Look::rounds).toList();
      int look = looks.indexOf(round);
      MeasurementRecord record = ongoing.record(new Measurement.Measured(launches, List.of()));
      Verdict verdict = StoredCalibration.judge(record, thresholds, calibration);
      if (endsByCounts && verdict.decidesByCounts()) {
        progress.note(
            "counted: regressed after %s; stops here".formatted(Plural.count(round, "round")));
        return true;
      }
      if (look < 0) {
        return overBudget(round);
      }
      boolean last = look == looks.size() - 1;
      boolean decided = verdict.decides();
      boolean suspected = verdict.verdict() != Outcome.INCONCLUSIVE && !decided;
      progress.note(
          "interim analysis %d of %d, after %s: %s%s"
              .formatted(
                  look + 1,
                  looks.size(),
                  Plural.count(round, "round"),
                  verdict.verdict().label(),
                  last ? "" : decided ? "; stops here" : suspected ? SUSPECTED : "; goes on"));
      return decided || (!last && overBudget(round));
    }

    @Override
    public int mayStopAfter(int round, int last) {
      return comparison.looks().stream()
          .mapToInt(Look::rounds)
          .filter(look -> look >= round)
          .findFirst()
          .orElse(last);
    }

    /** Returns whether another round, as long as the mean so far, would exceed the budget. */
    private boolean overBudget(int round) {
      Double budget = comparison.budgetSeconds();
      double elapsed = (System.nanoTime() - startNanos) / 1e9;
      if (budget == null || elapsed + elapsed / round <= budget) {
        return false;
      }
      progress.note(
          "the budget of %s ends here, after %d rounds: they took longer than expected"
              .formatted(Duration.ofSeconds(Math.round(budget)), round));
      return true;
    }
  }
}
