package loomwatch.harness.cli;

import java.util.List;
import loomwatch.harness.job.ExitCode;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;

/** The exit code of studies. */
final class StudyExit {
  /** What is not valid says nothing; what does not hold says more than what cannot be told. */
  private static final List<Integer> WORSE_AND_WORSE =
      List.of(ExitCode.PASS, ExitCode.INCONCLUSIVE, ExitCode.REGRESSED, ExitCode.INVALID);

  private StudyExit() {}

  /** The worst of theirs. */
  static int of(List<StudyVerdict> verdicts) {
    int worst =
        verdicts.stream().map(StudyExit::of).mapToInt(WORSE_AND_WORSE::indexOf).max().orElse(0);
    return WORSE_AND_WORSE.get(worst);
  }

  private static int of(StudyVerdict verdict) {
    if (verdict.cells().stream().allMatch(cell -> cell.valid() == 0)) {
      return ExitCode.INVALID;
    }
    if (verdict.count(ClaimOutcome.DOES_NOT_HOLD) > 0) {
      return ExitCode.REGRESSED;
    }
    return verdict.count(ClaimOutcome.CANNOT_TELL) > 0 ? ExitCode.INCONCLUSIVE : ExitCode.PASS;
  }
}
