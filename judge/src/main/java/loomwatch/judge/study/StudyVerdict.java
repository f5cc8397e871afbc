package loomwatch.judge.study;

import java.util.List;
import loomwatch.results.study.StudyRecord;

/**
 * What a study says.
 *
 * @param record what was measured
 * @param cells in the design's order
 * @param claims in the design's order
 */
public record StudyVerdict(StudyRecord record, List<CellFinding> cells, List<ClaimFinding> claims) {
  public StudyVerdict {
    cells = List.copyOf(cells);
    claims = List.copyOf(claims);
  }

  /** How many claims came out so. */
  public long count(ClaimOutcome holding) {
    return claims.stream().filter(claim -> claim.holding() == holding).count();
  }
}
