package loomwatch.results;

/**
 * Where the wall time of a launch went; launches of one block share it, so each is charged its own
 * stretches only.
 *
 * @param startSeconds from starting the process to its ready line
 * @param warmUpSeconds load/cool cycles
 * @param measureSeconds slices of load
 * @param otherSeconds everything else done for this launch: observing, waiting, stopping
 */
public record Phases(
    double startSeconds, double warmUpSeconds, double measureSeconds, double otherSeconds) {

  public Phases {
    Require.notNegative("startSeconds", startSeconds);
    Require.notNegative("warmUpSeconds", warmUpSeconds);
    Require.notNegative("measureSeconds", measureSeconds);
    Require.notNegative("otherSeconds", otherSeconds);
  }

  /** All of it. */
  public double totalSeconds() {
    return startSeconds + warmUpSeconds + measureSeconds + otherSeconds;
  }

  /** The share, from 0 to 1, that was neither warm-up nor measuring. */
  public double overhead() {
    return totalSeconds() == 0 ? 0 : (startSeconds + otherSeconds) / totalSeconds();
  }
}
