package loomwatch.harness.job;

import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.judge.verdict.Outcome;

/** The exit codes, for scripts and workflows. */
public final class ExitCode {
  /** Pass or improved. */
  public static final int PASS = 0;

  /** A blocking metric regressed. */
  public static final int REGRESSED = 1;

  /** The measurement could not decide. */
  public static final int INCONCLUSIVE = 2;

  /** There is no valid measurement. */
  public static final int INVALID = 3;

  /** Base and head are the same in all that was to be measured, so there is no verdict. */
  public static final int NOTHING_MOVED = 4;

  /** Wrong usage (EX_USAGE of BSD's sysexits.h). */
  public static final int USAGE = 64;

  /** A bad input file (EX_DATAERR). */
  public static final int BAD_INPUT = 65;

  /** The service cannot be built or started, or does not answer (EX_NOINPUT). */
  public static final int NO_SERVICE = 66;

  /** A fault of Loomwatch or of the machine, such as a full disk (EX_SOFTWARE). */
  public static final int INTERNAL = 70;

  /** GitHub or a chat is unavailable; the same may work later (EX_TEMPFAIL). */
  public static final int TRY_LATER = 75;

  /** GitHub or a chat refuses: token, permission or number (EX_NOPERM). */
  public static final int REFUSED = 77;

  private ExitCode() {}

  public static int of(GitHubException.FailureKind kind) {
    return switch (kind) {
      case REFUSED -> REFUSED;
      case UNAVAILABLE -> TRY_LATER;
    };
  }

  public static int of(Outcome outcome) {
    return switch (outcome) {
      case PASS, IMPROVED -> PASS;
      case REGRESSED -> REGRESSED;
      case INCONCLUSIVE -> INCONCLUSIVE;
      case INVALID -> INVALID;
    };
  }
}
