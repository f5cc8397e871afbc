package loomwatch.trend;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be measured again.
 *
 * @param base the last good commit
 * @param head the first bad one, or that by which a slow change was seen
 * @param scenario where it shows most surely, after a comma another where servers and the JMH suite
 *     both show it; needs no quoting in a shell
 * @param capacity whether it may be that less is borne, which is measured only when asked for
 */
public record Remeasurement(String base, String head, String scenario, boolean capacity) {

  /** Of that report, the first alert's that wants it. */
  public static Optional<Remeasurement> of(TrendReport report) {
    return report.alerts().stream()
        .flatMap(alert -> Optional.ofNullable(alert.again()).stream())
        .filter(two -> isWhole(two.base) && isWhole(two.head))
        .findFirst();
  }

  /**
   * What a night is to measure: main against the reference of a budget, that first which was
   * compared longest ago.
   */
  public static Optional<Remeasurement> ofNight(TrendReport report) {
    return report.budgets().stream()
        .filter(budget -> budget.again() != null)
        .min(
            Comparator.comparing(
                BudgetState::measured, Comparator.nullsFirst(Comparator.naturalOrder())))
        .map(BudgetState::again);
  }

  /**
   * Of a change from one commit to another; nothing where these are none, or a name would need
   * quotes: it may come from anywhere.
   *
   * @param findings most certain first
   */
  static Optional<Remeasurement> of(String base, String head, List<SeriesChange> findings) {
    String scenarios = scenarios(findings);
    boolean plain = scenarios.matches("[A-Za-z0-9][A-Za-z0-9._,-]*");
    return plain && isCommit(base) && isCommit(head)
        ? Optional.of(
            new Remeasurement(
                base, head, scenarios, findings.stream().anyMatch(SeriesChange::ofCapacity)))
        : Optional.empty();
  }

  /**
   * Where a change is to be measured again. A result of the JMH suite says nothing about servers,
   * nor the reverse: where both decide, the surest scenario of each.
   */
  private static String scenarios(List<SeriesChange> findings) {
    SeriesChange surest = findings.getFirst();
    Stream<SeriesChange> others =
        findings.stream()
            .filter(each -> each.gate() && each.ofSuite() != surest.ofSuite())
            .limit(1);
    return Stream.concat(Stream.of(surest), others)
        .map(SeriesChange::scenario)
        .collect(Collectors.joining(","));
  }

  private static boolean isCommit(String commit) {
    return commit.matches("[0-9a-f]{7,64}");
  }

  /** What is short may come to name another commit, and no workflow can check it out. */
  static boolean isWhole(String commit) {
    return commit.matches("[0-9a-f]{40}|[0-9a-f]{64}");
  }

  /** What people type to do it. */
  String command() {
    return "./loomwatch compare --base ref=%s --head ref=%s --scenario %s%s"
        .formatted(base, head, scenario, capacity ? " --capacity" : "");
  }

  /** A line {@code name=value} for each, as a workflow's step gives its outputs. */
  public List<String> outputs() {
    return List.of("base=" + base, "head=" + head, "scenario=" + scenario, "capacity=" + capacity);
  }
}
