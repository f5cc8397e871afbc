package loomwatch.loadgen.jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.HdrHistogram.Histogram;

/**
 * Evaluates the samples of a run. JMeter records when a request was sent, not when it was due, but
 * each agent sends requests in order of their due times, 1 ÷ rate apart. So the k-th request sent
 * is the k-th due, and the one earliest relative to its due time was on time. A request sent late
 * although a user was free shows a stall of JMeter.
 */
final class JMeterSamples {
  private static final double NANOS_OF_MILLI = 1e6;

  /** Delay that rounding and thread wake-ups in JMeter cause. */
  private static final double SLIGHT_MILLIS = 5;

  /** Minimum median for which a resolution of a millisecond, a tenth of it, suffices. */
  private static final double LEAST_MEDIAN_MILLIS = 10;

  private static final int MEDIAN = 50;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final Histogram service = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private double perSecond;
  private double longestStallMillis;
  private long late;
  private long waiting;

  /**
   * A request as JMeter recorded it, in whole milliseconds. Clocks of agents differ.
   *
   * @param thread name of the user's thread; begins with the name of its agent
   * @param code status code, or JMeter's name of the failure
   */
  record JMeterSample(String thread, long startMillis, long elapsedMillis, String code) {
    /** Name of the thread group in JMeter's plan, which follows the agent's name. */
    private static final String GROUP = "load ";

    private static final int FIELDS = 4;

    /** Reads the generator's file, one sample per line. */
    static List<JMeterSample> read(Path file) throws IOException {
      return Files.readAllLines(file).stream()
          .map(line -> line.split("\t", FIELDS))
          .map(fields ->
              new JMeterSample(
                  fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[3]))
          .toList();
    }

    /** Returns the agent's name; empty without agents. */
    String agent() {
      return thread.substring(0, Math.max(0, thread.lastIndexOf(GROUP)));
    }

    long endMillis() {
      return startMillis + elapsedMillis;
    }

    /** Returns whether the status is 2xx, as expected. */
    boolean ok() {
      return code.length() == 3 && code.startsWith("2");
    }

    LoadErrors error() {
      if (ok()) {
        return LoadErrors.NONE;
      }
      if (code.matches("\\d{3}")) {
        return new LoadErrors(0, 0, 0, 1, 0);
      }
      if (code.contains("Connect")) {
        return new LoadErrors(1, 0, 0, 0, 0);
      }
      return code.contains("Timeout")
          ? new LoadErrors(0, 0, 0, 0, 1)
          : new LoadErrors(0, 1, 0, 0, 0);
    }
  }

  private JMeterSamples() {}

  /**
   * Evaluates an open loop of agents that have this rate and number of users each.
   *
   * @param length period in which requests were due
   * @param leftOut initial part excluded from percentiles and stalls
   */
  static JMeterSamples open(
      List<JMeterSample> samples, double rate, int users, Duration length, Duration leftOut) {
    JMeterSamples all = new JMeterSamples();
    eachAgent(samples, sent -> all.addOpen(sent, rate, users, length, leftOut));
    return all;
  }

  /** Evaluates a closed loop, in which nothing is due. */
  static JMeterSamples closed(List<JMeterSample> samples, Duration think, Duration leftOut) {
    JMeterSamples all = new JMeterSamples();
    eachAgent(samples, sent -> all.addClosed(sent, think, leftOut));
    return all;
  }

  private static void eachAgent(List<JMeterSample> samples, Consumer<List<JMeterSample>> inOrder) {
    samples.stream()
        .sorted(Comparator.comparingLong(JMeterSample::startMillis))
        .collect(Collectors.groupingBy(JMeterSample::agent))
        .values()
        .forEach(inOrder);
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

  /** Returns the latency of successful requests from their due time. */
  LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }

  LatencyHistogram service() {
    return LatencyHistogram.copyOf(service);
  }

  double perSecond() {
    return perSecond;
  }

  /** Returns the longest delay of a request for which a user was free. */
  double longestStallMillis() {
    return longestStallMillis;
  }

  /** Applies the rules of {@link Validity}, and rules specific to JMeter. */
  List<Invalid> judge(
      LoadPlan plan, long offered, long completed, LoadErrors errors, long unfinished) {
    List<Invalid> invalid = new ArrayList<>(judgeGenerator(offered));
    boolean meant = plan.overload() == LoadPlan.Overload.EXPECTED && errors.total() == 0;
    if (!meant) {
      invalid.addAll(Validity.judge(offered, completed, errors, unfinished));
      if (plan.think() == null && unfinished == 0) {
        invalid.addAll(Validity.judgeBacklog(plan, waiting));
      }
    }
    if (invalid.isEmpty()) {
      invalid.addAll(judgeResolution());
    }
    return invalid;
  }

  private List<Invalid> judgeGenerator(long offered) {
    if (longestStallMillis < Validity.LONGEST_STALL_MILLIS
        && !Validity.isLateTooOften(late, offered)) {
      return List.of();
    }
    return List.of(
        new Invalid(
            Invalid.Reason.GENERATOR_STALLED,
            String.format(
                Locale.ROOT,
                "JMeter sent %d of %d requests late although a user was free, one by %.0f ms"
                    + " (limits: %d, %.0f ms): it collected garbage or its core was taken; give it"
                    + " more agents",
                late,
                offered,
                longestStallMillis,
                Validity.mostLate(offered),
                Validity.LONGEST_STALL_MILLIS)));
  }

  private List<Invalid> judgeResolution() {
    double median = latency.getTotalCount() == 0 ? 0 : latency().nanosAt(MEDIAN) / 1e6;
    return median >= LEAST_MEDIAN_MILLIS
        ? List.of()
        : List.of(
            new Invalid(
                Invalid.Reason.TOO_COARSE,
                String.format(
                    Locale.ROOT,
                    "JMeter counts whole milliseconds, and half of the requests took no more than"
                        + " %.1f ms; from %.0f ms on it is exact enough; use another generator",
                    median,
                    LEAST_MEDIAN_MILLIS)));
  }
}
