package loomwatch.trend;

import java.time.Duration;
import loomwatch.judge.statistics.CusumRule;
import loomwatch.judge.statistics.EDivisive;

/**
 * The figures history is judged with.
 *
 * @param cusum of the alarm
 * @param localise of the change points in hindsight
 * @param driftPoints the newest points whose median is compared with older levels
 * @param drift the smallest drift that matters, as a difference of logarithms
 * @param driftNoise the same in standard errors of that difference, for what is noisy
 * @param falseShare of what is called a change the share that may be none, q
 * @param together changes at most so many runs apart are one alert
 * @param launches a point rests on at least so many, unless it was imported
 * @param silence no run for longer than this, and longer than {@code gaps} usual gaps, is an alarm
 * @param gaps how many usual gaps
 */
public record TrendRules(
    CusumRule cusum,
    EDivisive.Rule localise,
    int driftPoints,
    double drift,
    double driftNoise,
    double falseShare,
    int together,
    int launches,
    Duration silence,
    int gaps) {

  /** What {@code ./loomwatch trend} uses. */
  public static final TrendRules STANDARD =
      new TrendRules(
          CusumRule.OF_LOGARITHMS,
          EDivisive.Rule.OF_HISTORY,
          10,
          Math.log(1.05),
          4,
          0.05,
          3,
          3,
          Duration.ofHours(48),
          3);

  /** The same with another floor under the alarm's noise. */
  TrendRules withNoiseFloor(double floor) {
    return new TrendRules(
        cusum.withNoiseFloor(floor),
        localise,
        driftPoints,
        drift,
        driftNoise,
        falseShare,
        together,
        launches,
        silence,
        gaps);
  }
}
