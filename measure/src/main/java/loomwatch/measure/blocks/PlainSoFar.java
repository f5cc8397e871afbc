package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.Arm;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * Whether a comparison is so plainly worse already that nobody waits for what else differs. The
 * verdict takes as many blocks as ever; they only get three quarters of the turns planned.
 */
final class PlainSoFar {
  /** Head over base in every block: as much as the tolerances that ship allow at most. */
  private static final double PLAIN = 1.5;

  private static final double PLAIN_AT_REST = 2;

  /** What repeats from launch to launch. */
  private static final Set<Metric> REPEATING =
      EnumSet.of(
          Metric.LATENCY_P50,
          Metric.LATENCY_TAIL,
          Metric.CPU_PER_REQUEST,
          Metric.CPU_PER_REQUEST_TOTAL,
          Metric.CPU_AT_REST,
          Metric.ALLOCATED_PER_REQUEST,
          Metric.COLLECTOR_CPU_PER_REQUEST,
          Metric.PROMOTED_PER_REQUEST,
          Metric.LIVE_SET,
          Metric.RETAINED_PER_REQUEST,
          Metric.PLATFORM_THREADS_AFTER_LOAD,
          Metric.FILE_DESCRIPTORS_AFTER_LOAD,
          Metric.TIME_TO_READY);

  private PlainSoFar() {}

  private record Series(String scenario, Mode mode, Metric metric) {}

  /**
   * Whether in some metric and mode head is worse in every block by that much. After one block that
   * may be chance, which costs the next block some turns and no more.
   */
  static boolean isIn(List<Launch> launches) {
    Map<Series, List<Boolean>> found = new HashMap<>();
    for (Launch head : launches) {
      for (Launch base : launches) {
        if (isPair(base, head)) {
          count(base, head, found);
        }
      }
    }
    return found.values().stream().anyMatch(plain -> !plain.contains(false));
  }

  private static boolean isPair(Launch base, Launch head) {
    return head.isOf(Arm.HEAD)
        && base.isOf(Arm.BASE)
        && head.valid()
        && base.valid()
        && head.block() == base.block()
        && head.mode() == base.mode()
        && head.scenario().equals(base.scenario());
  }

  private static void count(Launch base, Launch head, Map<Series, List<Boolean>> found) {
    for (Metric metric : REPEATING) {
      found
          .computeIfAbsent(
              new Series(head.scenario(), head.mode(), metric), unused -> new ArrayList<>())
          .add(isPlain(base, head, metric));
    }
  }

  /** In a block that did not measure it nothing is plain. */
  private static boolean isPlain(Launch base, Launch head, Metric metric) {
    Optional<Double> before = compared(base, metric).filter(value -> value > 0);
    Optional<Double> after = compared(head, metric);
    return before.isPresent()
        && after.isPresent()
        && after.get() / before.get() >= (metric == Metric.CPU_AT_REST ? PLAIN_AT_REST : PLAIN);
  }

  private static Optional<Double> compared(Launch launch, Metric metric) {
    return launch.sample(metric).map(sample -> metric.compared(sample.value()));
  }
}
