package loomwatch.results.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.results.Sample;

/**
 * One benchmark of JMH's JSON.
 *
 * @param name the method's full name and, after a colon, its parameters if it has any
 * @param forks how many JVMs were started for it, the failed ones included
 * @param seconds of one operation, by fork; failed forks are not there
 * @param bytes of one operation, by fork; empty without {@code -prof gc}
 */
record JmhBenchmark(
    String name, int forks, List<OptionalDouble> seconds, List<OptionalDouble> bytes) {

  /** JMH 1.37 and, with the middle dot, those before 1.36. */
  private static final List<String> ALLOCATION =
      List.of("gc.alloc.rate.norm", "\u00b7gc.alloc.rate.norm");

  /** The divisor that makes seconds of each unit JMH names. */
  private static final Map<String, Double> PER_SECOND =
      new TreeMap<>(Map.of("s/op", 1.0, "ms/op", 1e3, "us/op", 1e6, "ns/op", 1e9));

  static JmhBenchmark of(JmhNode node) {
    requireTime(node);
    JmhNode primary = node.field("primaryMetric");
    String unit = primary.text("scoreUnit");
    Double perSecond = PER_SECOND.get(unit);
    if (perSecond == null) {
      throw primary.must("scoreUnit", "one of " + String.join(", ", PER_SECOND.keySet()), unit);
    }
    List<OptionalDouble> seconds = means(primary, perSecond);
    return new JmhBenchmark(
        name(node), Math.max(node.count("forks"), seconds.size()), seconds, bytes(node));
  }

  /** The mean over that fork's iterations; nothing when it failed. */
  OptionalDouble secondsPerOperation(int fork) {
    return fork < seconds.size() ? seconds.get(fork) : OptionalDouble.empty();
  }

  /** The mean over that fork's iterations; nothing when it was not measured. */
  OptionalDouble bytesPerOperation(int fork) {
    return fork < bytes.size() ? bytes.get(fork) : OptionalDouble.empty();
  }

  /** Average time and single shot are times; throughput is none, sampling has no raw data. */
  private static void requireTime(JmhNode node) {
    String mode = node.text("mode");
    if (!mode.equals("avgt") && !mode.equals("ss")) {
      throw node.must("mode", "avgt or ss", mode + "; run JMH with -bm avgt");
    }
  }

  private static String name(JmhNode node) {
    String method = node.text("benchmark");
    JsonNode params = node.value().path("params");
    if (params.isEmpty()) {
      return method;
    }
    return params
        .propertyStream()
        .map(param -> param.getKey() + "=" + param.getValue().asText())
        .sorted()
        .collect(Collectors.joining(",", method + ":", ""));
  }

  private static List<OptionalDouble> bytes(JmhNode node) {
    JmhNode metrics = node.field("secondaryMetrics");
    for (String name : ALLOCATION) {
      if (metrics.value().has(name)) {
        JmhNode metric = metrics.field(name);
        String unit = metric.text("scoreUnit");
        if (!unit.equals("B/op")) {
          throw metric.must("scoreUnit", "B/op", unit);
        }
        return means(metric, 1);
      }
    }
    return List.of();
  }

  private static List<OptionalDouble> means(JmhNode metric, double divisor) {
    List<OptionalDouble> means = new ArrayList<>();
    for (JsonNode iterations : metric.list("rawData")) {
      OptionalDouble mean = mean(iterations, divisor);
      if (mean.isPresent() && !Sample.isValue(mean.getAsDouble())) {
        throw metric.must(
            "rawData[" + means.size() + "]",
            "numbers whose mean is 0 or from 1e-15 to 1e15 in base units",
            String.valueOf(mean.getAsDouble()));
      }
      means.add(mean);
    }
    return List.copyOf(means);
  }

  /**
   * JMH writes NaN and the infinities as text. A fork with one such iteration has no mean: that of
   * the others would be of something else.
   */
  private static OptionalDouble mean(JsonNode iterations, double divisor) {
    double sum = 0;
    for (JsonNode iteration : iterations) {
      if (!iteration.isNumber()) {
        return OptionalDouble.empty();
      }
      sum += iteration.doubleValue();
    }
    return iterations.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum / iterations.size() / divisor);
  }
}
