package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadSecond;

/** What one scenario's valid launches showed together, by arm and mode. */
final class ScenarioLoads {
  private ScenarioLoads() {}

  static void put(ObjectNode scenario, List<Launch> launches) {
    ArrayNode loads = scenario.putArray("loads");
    for (String arm : List.of("base", "head")) {
      for (Mode mode : Mode.values()) {
        List<LoadResult> results =
            launches.stream()
                .filter(
                    launch -> launch.valid() && launch.arm().equals(arm) && launch.mode() == mode)
                .flatMap(launch -> Stream.ofNullable(launch.load()))
                .toList();
        if (!results.isEmpty()) {
          putPooled(loads.addObject().put("arm", arm).put("mode", mode.label()), results);
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
   * Slice by slice, or second by second of a longer one, over the launches: the middle median, the
   * longest wait, the sums.
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
          SiteJson.rounded(parts.stream().mapToLong(LoadSecond::maxNanos).max().orElse(0) * 1e-9));
      offered.add(parts.stream().mapToLong(LoadSecond::offered).sum());
      completed.add(parts.stream().mapToLong(LoadSecond::completed).sum());
      errors.add(parts.stream().mapToLong(LoadSecond::errors).sum());
    });
  }

  private static double middleOf(List<LoadSecond> parts) {
    return SampleStatistics.medianOf(parts.stream().mapToDouble(LoadSecond::p50Nanos).toArray());
  }
}
