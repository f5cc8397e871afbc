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
 * What the requests of a run say. JMeter records when a request was sent and not when it was due,
 * but those of an agent are sent in the order in which they are due, one each 1 ÷ rate. So the k-th
 * that was sent is the k-th that was due, and the earliest of all, beside its due time, was not
 * late. Where one was late although a user was free, JMeter stood still.
 */
final class JMeterSamples {
  private static final double NANOS_OF_MILLI = 1e6;

  /** Below that, being late is JMeter's rounding and its threads' waking up. */
  private static final double SLIGHT_MILLIS = 5;

  /** A step of a millisecond is a tenth of it. */
  private static final double LEAST_MEDIAN_MILLIS = 10;

  private static final int MEDIAN = 50;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final Histogram service = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private double perSecond;
  private double longestStallMillis;
  private long late;
  private long waiting;

  /**
   * A request as JMeter saw it. Times are whole milliseconds, and those of two agents are of two
   * clocks.
   *
   * @param thread the user who sent it; begins with the name of its agent
   * @param startMillis when it was sent
   * @param elapsedMillis until its answer was there
   * @param code of the answer, or how JMeter names that there was none
   */
  record JMeterSample(String thread, long startMillis, long elapsedMillis, String code) {
    /** The thread group's name in JMeter's plan; before it stands the agent. */
    private static final String GROUP = "load ";

    private static final int FIELDS = 4;

    /** What the generator wrote, a line each. */
    static List<JMeterSample> read(Path file) throws IOException {
      return Files.readAllLines(file).stream()
          .map(line -> line.split("\t", FIELDS))
          .map(fields ->
              new JMeterSample(
                  fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[3]))
          .toList();
    }

    /** Empty where no agent took part. */
    String agent() {
      return thread.substring(0, Math.max(0, thread.lastIndexOf(GROUP)));
    }

    long endMillis() {
      return startMillis + elapsedMillis;
    }

    /** Whether the answer was the expected one: of the 200s. */
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
   * In an open loop.
   *
   * @param rate of an agent
   * @param users of an agent
   * @param length how long requests were due
   * @param leftOut of its beginning, from percentiles and stalls
   */
  static JMeterSamples open(
      List<JMeterSample> samples, double rate, int users, Duration length, Duration leftOut) {
    JMeterSamples all = new JMeterSamples();
    eachAgent(samples, sent -> all.addOpen(sent, rate, users, length, leftOut));
    return all;
  }

  /** In a closed one, in which nothing is due: users ask when they have thought. */
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

  /** From the due time, of what was answered. */
  LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }

  LatencyHistogram service() {
    return LatencyHistogram.copyOf(service);
  }

  double perSecond() {
    return perSecond;
  }

  /** How late a request was at most that a user stood free for. */
  double longestStallMillis() {
    return longestStallMillis;
  }

  /** Applies the rules of {@link Validity}, and those that guard against JMeter's own traps. */
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
