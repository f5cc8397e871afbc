package loomwatch.trend;

import loomwatch.judge.statistics.TwoSampleT;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.history.SeriesName;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Kind;

/**
 * A change in one series that may become part of an alert.
 *
 * @param kind how it was seen
 * @param lastGood the last entry before it, or −1
 * @param firstBad the first entry after it
 * @param detectedAt the entry at which it was seen
 * @param closedAt the entry at which the level was back, or −1
 * @param accepted whether the reviewed file takes it as it is
 * @param left whether another host or toolchain measures the series now, so that nobody can tell
 *     whether the level is still there
 * @param small whether all points since show less than a change that matters
 * @param finding what is told of it
 */
record Candidate(
    Kind kind,
    int lastGood,
    int firstBad,
    int detectedAt,
    int closedAt,
    boolean accepted,
    boolean left,
    boolean small,
    Finding finding) {

  static Candidate of(Step step) {
    int[] entries = step.points().entries();
    return new Candidate(
        Kind.STEP,
        step.lastEntry(),
        step.firstEntry(),
        step.detectedAt(),
        step.closed() < 0 ? -1 : entries[step.closed()],
        step.accepted(),
        false,
        step.small(),
        finding(
            step.points(),
            step.worse() ? Change.WORSE : Change.BETTER,
            step.test(),
            new Levels(step.before(), step.after(), step.pointsBefore(), step.pointsAfter())));
  }

  static Candidate of(Drift drift) {
    int[] entries = drift.points().entries();
    return new Candidate(
        Kind.DRIFT,
        entries[drift.lastGood()],
        entries[drift.since()],
        entries[drift.since()],
        -1,
        false,
        false,
        false,
        finding(
            drift.points(),
            Change.WORSE,
            drift.test(),
            new Levels(drift.before(), drift.after(), drift.pointsBefore(), drift.pointsAfter())));
  }

  private record Levels(double before, double after, int pointsBefore, int pointsAfter) {}

  private static Finding finding(Points points, Change change, TwoSampleT test, Levels levels) {
    SeriesName name = points.name();
    boolean bounded = Double.isFinite(test.low()) && Double.isFinite(test.high());
    return new Finding(
        name.scenario(),
        name.mode(),
        name.metric(),
        points.unit(),
        points.direction(),
        Gating.decides(name),
        change,
        points.change(test.difference()),
        bounded ? new Interval(points.change(test.low()), points.change(test.high())) : null,
        levels.before,
        levels.after,
        test.pValue(),
        1,
        levels.pointsBefore,
        levels.pointsAfter);
  }

  boolean gate() {
    return finding.gate();
  }

  boolean open() {
    return closedAt < 0 && !accepted;
  }

  SeriesName series() {
    return new SeriesName(finding.scenario(), finding.mode(), finding.metric());
  }

  Candidate withQ(double q) {
    return new Candidate(
        kind, lastGood, firstBad, detectedAt, closedAt, accepted, left, small, finding.withQ(q));
  }

  Candidate asLeft() {
    return new Candidate(
        kind, lastGood, firstBad, detectedAt, closedAt, accepted, true, small, finding);
  }

  Candidate withLastGood(int entry) {
    return new Candidate(
        kind, entry, firstBad, detectedAt, closedAt, accepted, left, small, finding);
  }
}
