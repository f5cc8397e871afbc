package loomwatch.tell.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Slice;
import loomwatch.results.MeasurementRecord;

/** What a comparison rests on. */
final class Basis {
  private Basis() {}

  /** How many launches and pairs there are, and how many were discarded. */
  static String launches(MeasurementRecord record) {
    return "Rests on "
        + valid(record, Arm.BASE)
        + " launches of base and "
        + valid(record, Arm.HEAD)
        + " of head"
        + (pairs(record).isEmpty() ? "" : ", " + pairs(record))
        + "; "
        + Discards.of(record.launches());
  }

  /**
   * How often each arm's slices were taken again, as what is kept is what the host left in peace;
   * empty when none was.
   */
  static String retakes(MeasurementRecord record) {
    int base = retakes(record, Arm.BASE);
    int head = retakes(record, Arm.HEAD);
    return base + head == 0
        ? ""
        : "Slices taken again, as the generator had been held up: "
            + base
            + " of base, "
            + head
            + " of head.";
  }

  private static int retakes(MeasurementRecord record, Arm arm) {
    return record.launches().stream()
        .filter(launch -> launch.isOf(arm))
        .flatMap(launch -> launch.slices().stream())
        .mapToInt(Slice::retakes)
        .sum();
  }

  /** {@code 6}, or where some were discarded {@code 5 of 6}. */
  private static String valid(MeasurementRecord record, Arm arm) {
    List<Launch> all = record.launches().stream().filter(launch -> launch.isOf(arm)).toList();
    long valid = all.stream().filter(Launch::valid).count();
    return valid == all.size() ? String.valueOf(valid) : valid + " of " + all.size();
  }

  private static String pairs(MeasurementRecord record) {
    Map<List<Object>, Set<Integer>> base = blocks(record, Arm.BASE);
    Map<List<Object>, Set<Integer>> head = blocks(record, Arm.HEAD);
    Set<List<Object>> places = new HashSet<>(base.keySet());
    places.addAll(head.keySet());
    IntSummaryStatistics pairs =
        places.stream().mapToInt(place -> shared(base, head, place)).summaryStatistics();
    if (pairs.getCount() == 0) {
      return "";
    }
    String most = Plural.count(pairs.getMax(), "pair") + " of each scenario and mode";
    return (pairs.getMin() == pairs.getMax() ? "" : pairs.getMin() + " to ") + most;
  }

  private static int shared(
      Map<List<Object>, Set<Integer>> base,
      Map<List<Object>, Set<Integer>> head,
      List<Object> place) {
    Set<Integer> shared = new HashSet<>(base.getOrDefault(place, Set.of()));
    shared.retainAll(head.getOrDefault(place, Set.of()));
    return shared.size();
  }

  /** The blocks in which an arm has a valid launch, by scenario and mode. */
  private static Map<List<Object>, Set<Integer>> blocks(MeasurementRecord record, Arm arm) {
    Map<List<Object>, Set<Integer>> blocks = new HashMap<>();
    for (Launch launch : record.launches()) {
      if (launch.isOf(arm) && launch.valid()) {
        blocks
            .computeIfAbsent(List.of(launch.scenario(), launch.mode()), key -> new HashSet<>())
            .add(launch.block());
      }
    }
    return blocks;
  }
}
