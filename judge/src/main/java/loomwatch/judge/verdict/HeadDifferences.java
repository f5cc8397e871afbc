package loomwatch.judge.verdict;

import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;

/** The differences between each launch of head and base's of the same round, used by verdicts. */
public final class HeadDifferences {
  private final Map<Launch, Map<Metric, Double>> byLaunch = new IdentityHashMap<>();

  /** Computes the differences; a record of head alone has none. */
  public HeadDifferences(MeasurementRecord record) {
    VariantLaunches base = new VariantLaunches(record, Side.BASE);
    VariantLaunches head = new VariantLaunches(record, Side.HEAD);
    for (String scenario : head.scenarios()) {
      for (Mode mode : Mode.values()) {
        for (Metric metric : Metric.values()) {
          put(VariantPairs.of(base, head, scenario, mode, metric));
        }
      }
    }
  }

  private void put(VariantPairs pairs) {
    Optional<PairedDifferences> logs = pairs.isEmpty() ? Optional.empty() : pairs.logRatios();
    logs.map(PairedDifferences::values)
        .ifPresent(differences -> {
          for (int i = 0; i < differences.length; i++) {
            byLaunch
                .computeIfAbsent(pairs.head().get(i), launch -> new EnumMap<>(Metric.class))
                .put(pairs.metric(), differences[i]);
          }
        });
  }

  /**
   * Returns ln(head ÷ base) of each metric, positive = worse, without metrics that are 0 in any
   * round, for which the verdict has no ratio.
   */
  public Map<Metric, Double> of(Launch launch) {
    return byLaunch.getOrDefault(launch, Map.of());
  }
}
