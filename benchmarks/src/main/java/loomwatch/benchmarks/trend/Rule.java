package loomwatch.benchmarks.trend;

import java.util.List;
import java.util.OptionalInt;

/** A rule that tells, commit by commit, whether a metric got worse; larger values are worse. */
interface Rule {
  /** The name in the table. */
  String name();

  /** The points at which it alarms as history grows, as indices ascending. */
  List<Integer> alarms(double[] values);

  /** How many commits a change took to be seen, the first bad one included; or never. */
  default OptionalInt delay(double[] values, int changedAt) {
    return alarms(values).stream()
        .filter(at -> at >= changedAt)
        .mapToInt(at -> at - changedAt + 1)
        .findFirst();
  }
}
