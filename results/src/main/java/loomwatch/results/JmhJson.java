package loomwatch.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A benchmark as JMH writes it, without unused fields. */
record JmhJson(
    String benchmark,
    String mode,
    int forks,
    @Nullable Map<String, String> params,
    JmhScore primaryMetric,
    Map<String, JmhScore> secondaryMetrics) {
  /** Returns the name of a method of this group; without one, of the whole. */
  String name(String label) {
    return JmhResults.name(
        label.isEmpty() ? benchmark : benchmark + ":" + label, params == null ? Map.of() : params);
  }

  /**
   * Values by fork and iteration, without failed forks; in sampling mode there are histograms.
   *
   * @param rawDataHistogram of each fork and iteration a list of values and how often they occurred
   */
  record JmhScore(
      String scoreUnit,
      @Nullable List<List<JsonNode>> rawData,
      @Nullable List<List<List<List<JsonNode>>>> rawDataHistogram) {
    /** Units per second, for each unit of JMH. */
    private static final Map<String, Double> PER_SECOND =
        new TreeMap<>(Map.of("s/op", 1.0, "ms/op", 1e3, "us/op", 1e6, "ns/op", 1e9));

    private static final String THROUGHPUT = "ops/";

    /** Returns the seconds per operation of each fork's iterations. */
    List<List<Double>> seconds(String metric) {
      boolean throughput = scoreUnit.startsWith(THROUGHPUT);
      Double perSecond =
          PER_SECOND.get(throughput ? scoreUnit.substring(THROUGHPUT.length()) + "/op" : scoreUnit);
      if (perSecond == null) {
        throw Require.fault(
            metric + ".scoreUnit", "one of " + String.join(", ", PER_SECOND.keySet()), scoreUnit);
      }
      return throughput
          ? inverse(iterations(metric, 1 / perSecond))
          : iterations(metric, perSecond);
    }

    private static List<List<Double>> inverse(List<List<Double>> forks) {
      return forks.stream()
          .map(rates -> rates.stream().filter(rate -> rate > 0).map(rate -> 1 / rate).toList())
          .toList();
    }

    /** Returns the values of each fork; of histograms their mean. */
    private List<List<JsonNode>> values(String metric) {
      if (rawData != null) {
        return rawData;
      }
      if (rawDataHistogram == null) {
        throw Require.fault(metric + ".rawData", "a list", "missing");
      }
      return rawDataHistogram.stream().map(JmhScore::meanOf).toList();
    }

    private static List<JsonNode> meanOf(List<List<List<JsonNode>>> iterations) {
      double sum = 0;
      double count = 0;
      for (List<List<JsonNode>> histogram : iterations) {
        for (List<JsonNode> bar : histogram) {
          Require.check(bar.size() == 2, "rawDataHistogram", "pairs of value and number", bar);
          double times = bar.getLast().doubleValue();
          sum += bar.getFirst().doubleValue() * times;
          count += times;
        }
      }
      return count > 0 ? List.of(DoubleNode.valueOf(sum / count)) : List.of();
    }

    /** Returns the iterations of each fork; none of a fork in which one is no number. */
    List<List<Double>> iterations(String metric, double divisor) {
      List<List<Double>> forks = new ArrayList<>();
      for (List<JsonNode> values : values(metric)) {
        List<Double> iterations =
            // JMH writes NaN and infinities as text; without them a mean would be biased.
            values.stream().allMatch(JsonNode::isNumber)
                ? values.stream().map(value -> value.doubleValue() / divisor).toList()
                : List.of();
        for (double iteration : iterations) {
          Require.check(
              Sample.isValue(iteration),
              "%s.rawData[%d]".formatted(metric, forks.size()),
              "numbers that are 0 or from 1e-15 to 1e15 in base units",
              iteration);
        }
        forks.add(iterations);
      }
      return List.copyOf(forks);
    }
  }

  /**
   * One benchmark with its values in base units.
   *
   * @param name the method's full name and, after a colon, its parameters if any
   * @param forks number of JVMs that were started for it, including failed ones
   * @param seconds per operation, by fork and iteration; without failed forks
   * @param bytes as {@code seconds}; empty without {@code -prof gc}
   */
  record JmhBenchmark(
      String name, int forks, List<List<Double>> seconds, List<List<Double>> bytes) {

    private static final int MOST_FORKS = 10_000;

    /** Names in JMH 1.37 and, with the middle dot, before 1.36. */
    private static final List<String> ALLOCATION =
        List.of("gc.alloc.rate.norm", "\u00b7gc.alloc.rate.norm");

    /**
     * Returns the whole, or a method of a group; what that allocates is known as their mean only.
     */
    static JmhBenchmark of(JmhJson json, String label) {
      List<List<Double>> seconds =
          label.isEmpty()
              ? json.primaryMetric.seconds("primaryMetric")
              : Objects.requireNonNull(json.secondaryMetrics.get(label))
                  .seconds("secondaryMetrics." + label);
      Require.check(json.forks > 0, "forks", "at least 1, by -f 1 or more", json.forks);
      Require.check(json.forks <= MOST_FORKS, "forks", "at most " + MOST_FORKS, json.forks);
      return new JmhBenchmark(
          json.name(label), Math.max(json.forks, seconds.size()), seconds, bytes(json));
    }

    private static List<List<Double>> bytes(JmhJson json) {
      for (String name : ALLOCATION) {
        JmhScore score = json.secondaryMetrics.get(name);
        if (score != null) {
          Require.check(
              score.scoreUnit.equals("B/op"), name + ".scoreUnit", "B/op", score.scoreUnit);
          return score.iterations(name, 1);
        }
      }
      return List.of();
    }

    List<Double> seconds(int fork) {
      return fork < seconds.size() ? seconds.get(fork) : List.of();
    }

    List<Double> bytes(int fork) {
      return fork < bytes.size() ? bytes.get(fork) : List.of();
    }
  }
}
