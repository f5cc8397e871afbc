package loomwatch.judge.study;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;

/** The result of a study, in the design's order. */
public record StudyVerdict(StudyRecord record, List<CellFinding> cells, List<ClaimFinding> claims) {
  public StudyVerdict {
    cells = List.copyOf(cells);
    claims = List.copyOf(claims);
  }

  public long count(ClaimOutcome outcome) {
    return claims.stream().filter(claim -> claim.outcome() == outcome).count();
  }

  /**
   * The results of a cell's launches.
   *
   * @param values values by metric, without those not measured
   * @param valid number of valid launches
   * @param doubts doubts about the metrics of claims
   * @param lost reasons why launches were discarded
   */
  public record CellFinding(
      StudyCell cell,
      Map<String, Value> values,
      int valid,
      List<String> doubts,
      List<String> lost) {
    public CellFinding {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
      doubts = List.copyOf(doubts);
      lost = List.copyOf(lost);
    }
  }

  /**
   * The result of a claim.
   *
   * @param value the contrast; null where no round has one
   * @param why why the claim is undecided, or null
   */
  public record ClaimFinding(
      Claim claim, ClaimOutcome outcome, @Nullable Value value, @Nullable Unknown why) {
    /** Why a claim is undecided. */
    public enum Unknown {
      /** There are valid launches, but none has the metric, so more rounds would not help. */
      NOT_MEASURED,
      /** Fewer than two rounds have a valid launch in every cell of the contrast. */
      TOO_FEW_ROUNDS,
      /** Half of the rounds or more have failed launches, so the rest is a biased selection. */
      MOST_LOST,
      /** The interval includes a bound. */
      STRADDLES,
      /** A value is only a lower bound, and the claim depends on how much larger it is. */
      BOUND,
      /** Subtraction leaves 0 or less. */
      NOTHING_LEFT
    }
  }

  public enum ClaimOutcome {
    /** The interval is entirely within the bounds. */
    HOLDS,
    /** The interval is entirely outside. */
    DOES_NOT_HOLD,
    /** The interval includes a bound, or there is no interval. */
    CANNOT_TELL;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A mean over rounds: arithmetic for a metric, geometric for a contrast.
   *
   * @param interval 90 % interval; null with one round
   * @param mayBeMore whether a contrast's numerator is only a lower bound
   * @param mayBeLess whether its denominator is only a lower bound
   */
  public record Value(
      double mean, @Nullable Interval interval, int rounds, boolean mayBeMore, boolean mayBeLess) {
    Value(double mean, @Nullable Interval interval, int rounds) {
      this(mean, interval, rounds, false, false);
    }
  }
}
