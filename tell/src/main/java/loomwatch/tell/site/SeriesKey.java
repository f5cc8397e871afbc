package loomwatch.tell.site;

import java.util.Comparator;

/**
 * What one chart is of, in all modes.
 *
 * @param scenario the scenario's or benchmark's name
 * @param metric the metric's label
 */
record SeriesKey(String scenario, String metric) implements Comparable<SeriesKey> {
  private static final Comparator<SeriesKey> ORDER =
      Comparator.comparing(SeriesKey::scenario).thenComparing(SeriesKey::metric);

  @Override
  public int compareTo(SeriesKey other) {
    return ORDER.compare(this, other);
  }
}
