package loomwatch.loadgen.jmeter;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import loomwatch.results.LatencyHistogram;
import org.HdrHistogram.Histogram;

/**
 * What the requests of a run say. JMeter tells when a request was sent and not when it was due, but
 * those of an agent are sent in the order in which they are due, one each 1 ÷ rate. So the k-th
 * that was sent is the k-th that was due, and the earliest of all, beside its due time, was not
 * late. Where one was late although a user was free, JMeter stood still.
 */
final class JMeterSamples {
  private static final double NANOS_OF_MILLI = 1e6;

  /** Below that, being late is JMeter's rounding and its threads' waking up. */
  private static final double SLIGHT_MILLIS = 5;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final Histogram service = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private double perSecond;
  private double longestStallMillis;
  private long late;
  private long waiting;

  private JMeterSamples() {}

  /**
   * In an open loop.
   *
   * @param rate of an agent
   * @param users of an agent
   * @param length how long requests were due
   * @param leftOut of its beginning, from percentiles and stalls
   */
  static JMeterSamples open(
      List<JMeterSample> samples, double rate, int users, Duration length, Duration leftOut) {
    JMeterSamples seen = new JMeterSamples();
    samples.stream()
        .collect(Collectors.groupingBy(JMeterSample::agent))
        .values()
        .forEach(agent -> seen.addOpen(inOrder(agent), rate, users, length, leftOut));
    return seen;
  }

  /** In a closed one, in which nothing is due: users ask when they have thought. */
  static JMeterSamples closed(List<JMeterSample> samples, Duration think, Duration leftOut) {
    JMeterSamples seen = new JMeterSamples();
    samples.stream()
        .collect(Collectors.groupingBy(JMeterSample::agent))
        .values()
        .forEach(agent -> seen.addClosed(inOrder(agent), think, leftOut));
    return seen;
  }

  private static List<JMeterSample> inOrder(List<JMeterSample> samples) {
    return samples.stream().sorted(Comparator.comparingLong(JMeterSample::startMillis)).toList();
  }

  private void addOpen(
      List<JMeterSample> sent, double rate, int users, Duration length, Duration leftOut) {
    double interval = 1e3 / rate;
    double start = Double.POSITIVE_INFINITY;
    for (int k = 0; k < sent.size(); k++) {
      start = Math.min(start, sent.get(k).startMillis() - k * interval);
    }
    PriorityQueue<Long> busyUntil = new PriorityQueue<>();
    for (int k = 0; k < sent.size(); k++) {
      JMeterSample one = sent.get(k);
      double due = start + k * interval;
      double free = busyUntil.size() < users ? due : Math.max(due, busyUntil.poll());
      busyUntil.add(one.endMillis());
      if (due >= start + leftOut.toMillis()) {
        noteStall(one.startMillis() - free);
        record(one, one.endMillis() - due);
      }
      if (one.startMillis() > start + length.toMillis()) {
        waiting++;
      }
    }
    addRate(sent, start, start + length.toMillis());
  }

  private void addClosed(List<JMeterSample> sent, Duration think, Duration leftOut) {
    long start = sent.getFirst().startMillis();
    Map<String, Long> answered = new HashMap<>();
    for (JMeterSample one : sent) {
      Long before = answered.put(one.thread(), one.endMillis());
      if (one.startMillis() >= start + leftOut.toMillis()) {
        if (before != null) {
          noteStall(one.startMillis() - (before + think.toMillis()));
        }
        record(one, one.elapsedMillis());
      }
    }
    addRate(sent, start, start);
  }

  private void noteStall(double millis) {
    longestStallMillis = Math.max(longestStallMillis, millis);
    if (millis > SLIGHT_MILLIS) {
      late++;
    }
  }

  private void record(JMeterSample one, double millisSinceDue) {
    if (one.ok()) {
      latency.recordValue(Math.round(Math.max(0, millisSinceDue) * NANOS_OF_MILLI));
      service.recordValue(Math.round(one.elapsedMillis() * NANOS_OF_MILLI));
    }
  }

  private void addRate(List<JMeterSample> sent, double start, double plannedEnd) {
    long completed = sent.stream().filter(JMeterSample::ok).count();
    double end = sent.stream().mapToLong(JMeterSample::endMillis).max().orElseThrow();
    perSecond += completed / ((Math.max(end, plannedEnd) - start) / 1e3);
  }

  /** From the due time, of what was answered. */
  LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }

  /** From when it was sent. */
  LatencyHistogram service() {
    return LatencyHistogram.copyOf(service);
  }

  /** Answered requests a second, of all agents. */
  double perSecond() {
    return perSecond;
  }

  /** How late a request was at most that a user stood free for. */
  double longestStallMillis() {
    return longestStallMillis;
  }

  /** How many requests were late although a user stood free. */
  long late() {
    return late;
  }

  /** How many had not been sent when the last became due. */
  long waiting() {
    return waiting;
  }
}
