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

/**
 * What a study says.
 *
 * @param cells in the design's order
 * @param claims in the design's order
 */
public record StudyVerdict(StudyRecord record, List<CellFinding> cells, List<ClaimFinding> claims) {
  public StudyVerdict {
    cells = List.copyOf(cells);
    claims = List.copyOf(claims);
  }

  /** How many claims came out so. */
  public long count(ClaimOutcome outcome) {
    return claims.stream().filter(claim -> claim.outcome() == outcome).count();
  }

  /**
   * What a cell's launches showed.
   *
   * @param values by the quantity's name; missing what was not measured
   * @param valid its launches that count
   * @param doubts about what is claimed of it, a line each
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
   * What became of a claim.
   *
   * @param value the contrast; null where no round has one
   * @param why it is unknown, or null
   */
  public record ClaimFinding(
      Claim claim, ClaimOutcome outcome, @Nullable Value value, @Nullable Unknown why) {
    /** Why it is unknown. */
    public enum Unknown {
      /** Launches count, but none has the quantity: more rounds would not help. */
      NOT_MEASURED,
      /** Fewer than two rounds have a launch that counts in every cell of it. */
      TOO_FEW_ROUNDS,
      /** Launches failed in half of the rounds or more, so what is left is chosen by its value. */
      MOST_LOST,
      /** The interval straddles a bound. */
      STRADDLES,
      /** A value is only known to be at least so much, and what it may be besides decides. */
      BOUND,
      /** What is taken off leaves nothing, or less. */
      NOTHING_LEFT
    }
  }

  /** Whether a claim holds on this machine. */
  public enum ClaimOutcome {
    /** The whole interval is within its bounds. */
    HOLDS,
    /** The whole interval is outside. */
    DOES_NOT_HOLD,
    /** Neither: the interval straddles a bound, or there is none. */
    CANNOT_TELL;

    /** The name in JSON. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A mean over rounds.
   *
   * @param mean of a quantity arithmetic, of a contrast geometric
   * @param interval 90 %; null of one round alone
   * @param mayBeMore of a contrast, whether what is above the line is only known to be at least
   *     that
   * @param mayBeLess whether what is below it is
   */
  public record Value(
      double mean, @Nullable Interval interval, int rounds, boolean mayBeMore, boolean mayBeLess) {
    Value(double mean, @Nullable Interval interval, int rounds) {
      this(mean, interval, rounds, false, false);
    }
  }
}
