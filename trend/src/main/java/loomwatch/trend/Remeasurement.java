package loomwatch.trend;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.JmhResults;

/**
 * A comparison of the last good commit with the first bad one, or that at which a drift was
 * detected.
 *
 * @param scenario scenarios with the most certain change, comma-separated: one, or one each of
 *     servers and the JMH suite; needs no shell quoting
 * @param capacity whether to measure capacity, which is done on request only
 */
public record Remeasurement(String base, String head, String scenario, boolean capacity) {
  /** Matches names that need no shell quoting; parameters of a benchmark stand after commas. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][\\w.:=-]*(?:,[\\w.:=-]+)*");

  /**
   * Returns the name for {@code --scenario}: a benchmark's method where parameters need quoting.
   */
  public static String choiceOf(String scenario) {
    boolean plain = PLAIN.matcher(scenario).matches();
    return plain || !JmhResults.isTeams(scenario) ? scenario : JmhResults.method(scenario);
  }

  /** Returns the comparison for the first alert of the report that needs one. */
  public static Optional<Remeasurement> of(TrendReport report) {
    return report.alerts().stream()
        .flatMap(alert -> Optional.ofNullable(alert.again()).stream())
        .filter(two -> isWhole(two.base) && isWhole(two.head))
        .findFirst();
  }

  /** Returns the nightly comparison: main with the budget commit compared longest ago. */
  public static Optional<Remeasurement> ofNight(TrendReport report) {
    return report.budgets().stream()
        .filter(budget -> budget.again() != null)
        .min(
            Comparator.comparing(
                BudgetState::measured, Comparator.nullsFirst(Comparator.naturalOrder())))
        .map(BudgetState::again);
  }

  /**
   * Returns the comparison for findings in order of certainty; empty if a commit id is invalid or a
   * scenario name, which may come from anywhere, needs quoting.
   */
  static Optional<Remeasurement> of(String base, String head, List<SeriesChange> findings) {
    String scenarios = scenarios(findings);
    boolean plain = PLAIN.matcher(scenarios).matches();
    return plain && isCommit(base) && isCommit(head)
        ? Optional.of(
            new Remeasurement(
                base, head, scenarios, findings.stream().anyMatch(SeriesChange::ofCapacity)))
        : Optional.empty();
  }

  /**
   * Returns the scenarios to compare. The JMH suite shows nothing about servers and vice versa, so
   * if both have blocking changes, the most certain scenario of each is returned.
   */
  private static String scenarios(List<SeriesChange> findings) {
    SeriesChange surest = findings.getFirst();
    Stream<SeriesChange> others =
        findings.stream()
            .filter(each -> each.gate() && each.ofSuite() != surest.ofSuite())
            .limit(1);
    return Stream.concat(Stream.of(surest), others)
        .map(each -> choiceOf(each.scenario()))
        .collect(Collectors.joining(","));
  }

  private static boolean isCommit(String commit) {
    return commit.matches("[0-9a-f]{7,64}");
  }

  /** Returns whether an id is complete; a short one is ambiguous and cannot be checked out. */
  static boolean isWhole(String commit) {
    return commit.matches("[0-9a-f]{40}|[0-9a-f]{64}");
  }

  /** Returns the command line of the comparison. */
  String command() {
    return "./loomwatch compare --base ref=%s --head ref=%s --scenario %s%s"
        .formatted(base, head, scenario, capacity ? " --capacity" : "");
  }

  /** Returns {@code name=value} lines, the format of a workflow step's outputs. */
  public List<String> outputs() {
    return List.of("base=" + base, "head=" + head, "scenario=" + scenario, "capacity=" + capacity);
  }
}
