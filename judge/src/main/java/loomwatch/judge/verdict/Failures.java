package loomwatch.judge.verdict;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;
import org.jspecify.annotations.Nullable;

/**
 * The launches an arm lost by its own fault. A server that dies, errs or cannot keep the rate does
 * so where it is worst, so what is left of it is chosen by value: such an arm must not pass on the
 * strength of the launches it survived.
 *
 * <p>A block in which both arms failed is left out: there the host, or the scenario, is the
 * likelier reason, and neither arm is favoured.
 */
final class Failures {
  private static final Set<Reason> OWN =
      EnumSet.of(
          Reason.CONNECT_FAILED,
          Reason.ERRORS,
          Reason.SERVER_NOT_READY,
          Reason.SERVER_DIED,
          Reason.BENCHMARK_FAILED);

  private final ArmLaunches arm;
  private final @Nullable ArmLaunches other;

  /**
   * The failures of an arm.
   *
   * @param other what it is compared with, or null
   */
  Failures(ArmLaunches arm, @Nullable ArmLaunches other) {
    this.arm = arm;
    this.other = other;
  }

  /** Those of one mode of a scenario, by block, without the blocks the other arm failed in too. */
  List<DiscardedLaunch> of(String scenario, Mode mode) {
    Map<Integer, Launch> failed = failed(arm, scenario, mode);
    if (other != null) {
      failed.keySet().removeAll(failed(other, scenario, mode).keySet());
    }
    return failed.values().stream().map(ArmLaunches::inShort).toList();
  }

  /**
   * One line for each mode of a scenario whose failures spoil the whole: in a comparison any that
   * the other arm did not have, alone those that left nothing.
   */
  List<String> spoilt() {
    List<String> lines = new ArrayList<>();
    for (String scenario : arm.scenarios()) {
      for (Mode mode : Mode.values()) {
        List<DiscardedLaunch> failed = of(scenario, mode);
        if (!failed.isEmpty() && (other != null || arm.validCount(scenario, mode) == 0)) {
          lines.add(scenario + " " + mode.label() + ": " + Sentences.spoils(failed));
        }
      }
    }
    return lines;
  }

  /** Whether a launch of either arm failed. */
  boolean any(String scenario, Mode mode) {
    return !failed(arm, scenario, mode).isEmpty()
        || other != null && !failed(other, scenario, mode).isEmpty();
  }

  /** The chance that this arm's launches fail so much more often than the other's (Fisher 1935). */
  double p(String scenario, Mode mode) {
    int failed = failed(arm, scenario, mode).size();
    if (failed == 0 || other == null) {
      return 1;
    }
    int all = arm.of(scenario, mode).size();
    int others = other.of(scenario, mode).size();
    int othersFailed = failed(other, scenario, mode).size();
    return FisherExactTest.withDefaults()
        .with(AlternativeHypothesis.GREATER_THAN)
        .test(new int[][] {{failed, othersFailed}, {all - failed, others - othersFailed}})
        .getPValue();
  }

  private static Map<Integer, Launch> failed(ArmLaunches arm, String scenario, Mode mode) {
    Map<Integer, Launch> failed = new TreeMap<>();
    arm.of(scenario, mode).stream()
        .filter(Failures::byItself)
        .forEach(launch -> failed.put(launch.block(), launch));
    return failed;
  }

  /** Whether what it measured was thrown away as the host was no longer the same. */
  static boolean hostChanged(Launch launch) {
    return launch.invalid().stream().anyMatch(i -> i.cause() == Reason.HOST_CHANGED);
  }

  private static boolean byItself(Launch launch) {
    if (hostChanged(launch)) {
      return false;
    }
    Set<Reason> causes = launch.invalid().stream().map(i -> i.cause()).collect(toSet());
    return causes.stream().anyMatch(OWN::contains)
        || causes.stream().anyMatch(Reason::mayFollowFromGenerator)
            && causes.stream().noneMatch(Reason::isOfGenerator);
  }
}
