package loomwatch.reporting.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.HeadDifferences;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;

/** {@code runs/ID.json}: everything of one record that its page shows. */
final class RunFile {
  private RunFile() {}

  static ObjectNode of(MeasurementRecord record, Verdict verdict, String title) {
    ObjectNode file = SiteJson.file("run");
    file.put("id", record.id()).put("time", record.createdAt().toEpochMilli());
    file.put("title", title).put("profile", record.profile()).put("generator", record.generator());
    file.put("seed", Long.toString(record.seed()));
    file.set("host", SiteJson.MAPPER.valueToTree(record.host()));
    file.set("variants", SiteJson.MAPPER.valueToTree(record.variants()));
    file.set("verdict", tree(verdict));
    List<String> whys = CauseSentences.of(verdict);
    if (!whys.isEmpty()) {
      whys.forEach(file.putArray("whys")::add);
    }
    ArrayNode scenarios = file.putArray("scenarios");
    for (Scenario scenario : record.scenarios()) {
      ObjectNode node = SiteJson.MAPPER.valueToTree(scenario);
      ScenarioLoads.put(node, launchesOf(record, scenario.name()));
      scenarios.add(node);
    }
    HeadDifferences differences = new HeadDifferences(record);
    ArrayNode launches = file.putArray("launches");
    for (Launch launch : record.launches()) {
      ObjectNode node = launches.addObject();
      put(node, launch);
      if (!differences.of(launch).isEmpty()) {
        putDifferences(node, differences.of(launch));
      }
    }
    return file;
  }

  private static void putDifferences(ObjectNode node, Map<Metric, Double> differences) {
    ObjectNode percents = node.putObject("percentAgainstBase");
    differences.forEach((metric, difference) ->
        percents.put(metric.label(), SiteJson.rounded(100 * Math.expm1(difference))));
  }

  private static List<Launch> launchesOf(MeasurementRecord record, String scenario) {
    return record.launches().stream().filter(launch -> launch.scenario().equals(scenario)).toList();
  }

  private static void put(ObjectNode node, Launch launch) {
    node.put("round", launch.round()).put("order", launch.order()).put("variant", launch.variant());
    node.put("mode", launch.mode().label()).put("scenario", launch.scenario());
    node.put("startedAt", launch.startedAt().toEpochMilli());
    ArrayNode invalid = node.putArray("invalid");
    launch.invalid().forEach(reason -> invalid.add(reason.toString()));
    if (launch.warmUp() != null) {
      node.put("steady", launch.warmUp().steady()).put("warmUp", launch.warmUp().why());
    }
    if (launch.load() != null) {
      node.put("offered", launch.load().offered()).put("completed", launch.load().completed());
      node.put("achievedPerSecond", SiteJson.rounded(launch.load().achievedPerSecond()));
    }
    ObjectNode samples = node.putObject("samples");
    launch
        .samples()
        .forEach(sample -> samples.put(sample.metric().label(), SiteJson.rounded(sample.value())));
  }

  private static JsonNode tree(Verdict verdict) {
    try {
      return SiteJson.MAPPER.readTree(VerdictJson.write(verdict));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a verdict always has a JSON form", e);
    }
  }

  /** What one scenario's valid launches showed together, by variant and mode. */
  static final class ScenarioLoads {
    private ScenarioLoads() {}

    static void put(ObjectNode scenario, List<Launch> launches) {
      ArrayNode loads = scenario.putArray("loads");
      for (String variant : List.of("base", "head")) {
        for (Mode mode : Mode.values()) {
          List<LoadResult> results =
              launches.stream()
                  .filter(launch ->
                      launch.valid() && launch.variant().equals(variant) && launch.mode() == mode)
                  .flatMap(launch -> Stream.ofNullable(launch.load()))
                  .toList();
          if (!results.isEmpty()) {
            putPooled(loads.addObject().put("variant", variant).put("mode", mode.label()), results);
          }
        }
      }
    }

    private static void putPooled(ObjectNode node, List<LoadResult> results) {
      Spectrum.put(
          node,
          "latency",
          results.stream().map(LoadResult::latency).filter(Objects::nonNull).toList());
      Spectrum.put(
          node,
          "serviceTime",
          results.stream().map(LoadResult::serviceTime).filter(Objects::nonNull).toList());
      putSeconds(node, results);
    }

    /**
     * Window by window, or second by second of a longer one, over the launches: the middle median,
     * the longest wait, the sums.
     */
    private static void putSeconds(ObjectNode node, List<LoadResult> results) {
      Map<Integer, List<LoadSecond>> bySecond = new TreeMap<>();
      results.stream()
          .flatMap(result -> result.seconds().stream())
          .forEach(second ->
              bySecond.computeIfAbsent(second.second(), at -> new ArrayList<>()).add(second));
      if (bySecond.isEmpty()) {
        return;
      }
      ObjectNode columns = node.putObject("seconds");
      ArrayNode at = columns.putArray("second");
      ArrayNode median = columns.putArray("medianSeconds");
      ArrayNode longest = columns.putArray("maxSeconds");
      ArrayNode offered = columns.putArray("offered");
      ArrayNode completed = columns.putArray("completed");
      ArrayNode errors = columns.putArray("errors");
      bySecond.forEach((second, parts) -> {
        at.add(second);
        median.add(SiteJson.rounded(middleOf(parts) * 1e-9));
        longest.add(
            SiteJson.rounded(
                parts.stream().mapToLong(LoadSecond::maxNanos).max().orElse(0) * 1e-9));
        offered.add(parts.stream().mapToLong(LoadSecond::offered).sum());
        completed.add(parts.stream().mapToLong(LoadSecond::completed).sum());
        errors.add(parts.stream().mapToLong(LoadSecond::errors).sum());
      });
    }

    private static double middleOf(List<LoadSecond> parts) {
      return SampleStatistics.medianOf(parts.stream().mapToDouble(LoadSecond::p50Nanos).toArray());
    }

    /**
     * A latency distribution as percentile against value, with percentiles ever closer to 100: ten
     * for each nine, as far as there are samples beyond.
     */
    static final class Spectrum {
      private static final int STEPS = 10;

      /** Beyond a millionth no test has samples. */
      private static final int MOST_NINES = 6;

      private Spectrum() {}

      /** Puts the pool of them; nothing when it is empty. */
      static void put(ObjectNode node, String name, Collection<LatencyHistogram> parts) {
        LatencyHistogram pool = LatencyHistogram.merged(parts);
        if (pool.count() == 0) {
          return;
        }
        ObjectNode spectrum = node.putObject(name).put("count", pool.count());
        ArrayNode percentiles = spectrum.putArray("percentile");
        ArrayNode values = spectrum.putArray("seconds");
        for (int step = 0; step <= MOST_NINES * STEPS; step++) {
          double percentile = 100 * (1 - Math.pow(10, -(double) step / STEPS));
          if (pool.samplesBeyond(percentile) < 1) {
            break;
          }
          percentiles.add(Math.round(percentile * 1e6) / 1e6);
          values.add(SiteJson.rounded(pool.nanosAt(percentile) * 1e-9));
        }
        spectrum.put("maxSeconds", SiteJson.rounded(pool.maxNanos() * 1e-9));
      }
    }
  }
}
