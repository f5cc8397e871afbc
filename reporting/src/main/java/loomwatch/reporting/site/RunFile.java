package loomwatch.reporting.site;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.HeadDifferences;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/** Writes {@code runs/ID.json}, the data of one record's page. */
final class RunFile {
  /** Percentiles of a spectrum for each nine. */
  private static final int STEPS = 10;

  /** No test has samples beyond 99.9999 %. */
  private static final int MOST_NINES = 6;

  private RunFile() {}

  static ObjectNode of(MeasurementRecord record, Verdict verdict, String title) {
    ObjectNode file = SiteJson.file("run");
    file.put("id", record.id()).put("time", record.createdAt().toEpochMilli());
    file.put("title", title).put("profile", record.profile()).put("generator", record.generator());
    file.put("seed", Long.toString(record.seed()));
    file.set("host", SiteJson.MAPPER.valueToTree(record.host()));
    file.set("variants", SiteJson.MAPPER.valueToTree(record.variants()));
    file.set("verdict", SiteJson.tree(VerdictJson.write(verdict)));
    List<String> whys = CauseSentences.of(verdict);
    if (!whys.isEmpty()) {
      file.set("whys", SiteJson.MAPPER.valueToTree(whys));
    }
    ArrayNode scenarios = file.putArray("scenarios");
    for (Scenario scenario : record.scenarios()) {
      ObjectNode node = SiteJson.MAPPER.valueToTree(scenario);
      putLoads(
          node,
          record.launches().stream()
              .filter(launch -> launch.valid() && launch.scenario().equals(scenario.name()))
              .toList());
      scenarios.add(node);
    }
    HeadDifferences differences = new HeadDifferences(record);
    ArrayNode launches = file.putArray("launches");
    for (Launch launch : record.launches()) {
      ObjectNode node = launches.addObject();
      put(node, launch);
      Map<Metric, Double> ofLaunch = differences.of(launch);
      if (!ofLaunch.isEmpty()) {
        ObjectNode percents = node.putObject("percentAgainstBase");
        ofLaunch.forEach((metric, difference) ->
            percents.put(metric.label(), SiteJson.rounded(100 * Math.expm1(difference))));
      }
    }
    return file;
  }

  private static void put(ObjectNode node, Launch launch) {
    node.put("round", launch.round()).put("order", launch.order()).put("variant", launch.variant());
    node.put("mode", launch.mode().label()).put("scenario", launch.scenario());
    node.put("startedAt", launch.startedAt().toEpochMilli());
    node.putPOJO("invalid", launch.invalid().stream().map(Invalid::toString).toList());
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

  /** Puts the pooled loads of one scenario's valid launches, by variant and mode. */
  private static void putLoads(ObjectNode scenario, List<Launch> launches) {
    ArrayNode loads = scenario.putArray("loads");
    for (Side variant : List.of(Side.BASE, Side.HEAD)) {
      for (Mode mode : Mode.values()) {
        List<LoadResult> results =
            launches.stream()
                .filter(launch -> launch.isOf(variant) && launch.mode() == mode)
                .flatMap(launch -> Stream.ofNullable(launch.load()))
                .toList();
        if (!results.isEmpty()) {
          ObjectNode node =
              loads.addObject().put("variant", variant.label()).put("mode", mode.label());
          putSpectrum(node, "latency", results, LoadResult::latency);
          putSpectrum(node, "serviceTime", results, LoadResult::serviceTime);
          putSeconds(node, results);
        }
      }
    }
  }

  /** Puts a latency distribution: ten percentiles for each nine that has samples beyond. */
  private static void putSpectrum(
      ObjectNode node,
      String name,
      List<LoadResult> results,
      Function<LoadResult, @Nullable LatencyHistogram> of) {
    LatencyHistogram pool =
        LatencyHistogram.merged(
            results.stream().flatMap(result -> Stream.ofNullable(of.apply(result))).toList());
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

  /** Puts columns over the launches, by window or second: medians, maxima and sums. */
  private static void putSeconds(ObjectNode node, List<LoadResult> results) {
    Map<Integer, List<LoadSecond>> bySecond =
        results.stream()
            .flatMap(result -> result.seconds().stream())
            .collect(groupingBy(LoadSecond::second, TreeMap::new, toList()));
    if (!bySecond.isEmpty()) {
      Collection<List<LoadSecond>> seconds = bySecond.values();
      node.putObject("seconds")
          .putPOJO("second", bySecond.keySet())
          .putPOJO("medianSeconds", column(seconds, RunFile::medianSeconds))
          .putPOJO("maxSeconds", column(seconds, RunFile::maxSeconds))
          .putPOJO("offered", column(seconds, parts -> sum(parts, LoadSecond::offered)))
          .putPOJO("completed", column(seconds, parts -> sum(parts, LoadSecond::completed)))
          .putPOJO("errors", column(seconds, parts -> sum(parts, LoadSecond::errors)));
    }
  }

  private static <T> List<T> column(
      Collection<List<LoadSecond>> seconds, Function<List<LoadSecond>, T> number) {
    return seconds.stream().map(number).toList();
  }

  private static double medianSeconds(List<LoadSecond> parts) {
    double[] medians = parts.stream().mapToDouble(LoadSecond::p50Nanos).toArray();
    return Objects.requireNonNull(SiteJson.rounded(SampleStatistics.medianOf(medians) * 1e-9));
  }

  private static double maxSeconds(List<LoadSecond> parts) {
    long longest = parts.stream().mapToLong(LoadSecond::maxNanos).max().orElse(0);
    return Objects.requireNonNull(SiteJson.rounded(longest * 1e-9));
  }

  private static long sum(List<LoadSecond> parts, ToLongFunction<LoadSecond> count) {
    return parts.stream().mapToLong(count).sum();
  }
}
