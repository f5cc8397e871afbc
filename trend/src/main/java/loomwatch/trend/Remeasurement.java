package loomwatch.trend;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be measured again: the suspected change for the worse that comes first in a report.
 *
 * @param base the last good commit, in full
 * @param head the first bad one, as long
 * @param scenario where it shows most surely, after a comma another where servers and the JMH suite
 *     both show it; needs no quoting in a shell
 * @param capacity whether it may be that less is borne, which is measured only when asked for
 */
public record Remeasurement(String base, String head, String scenario, boolean capacity) {

  /**
   * Of that report; nothing when nothing is suspected, or history answers already whether it is so,
   * be it that nobody can tell, or there are no two commits to compare.
   */
  public static Optional<Remeasurement> of(TrendReport report) {
    return report.alerts().stream()
        .filter(alert -> alert.status() == Alert.Status.SUSPECTED)
        .filter(alert -> alert.direction() == Alert.Change.WORSE)
        .filter(alert -> alert.confirmWith() != null && alert.comparison() == null)
        .flatMap(alert -> of(alert).stream())
        .findFirst();
  }

  private static Optional<Remeasurement> of(Alert alert) {
    return Optional.ofNullable(alert.lastGood())
        .map(good ->
            new Remeasurement(
                good.commit(),
                alert.firstBad().commit(),
                scenarios(alert.findings()),
                alert.findings().stream().anyMatch(Finding::ofCapacity)))
        .filter(two -> isWhole(two.base) && isWhole(two.head));
  }

  /**
   * Where a change is to be measured again. What the JMH suite says tells nothing of servers, nor
   * the reverse: where both decide, the surest scenario of each.
   *
   * @param findings most certain first
   */
  static String scenarios(List<Finding> findings) {
    Finding surest = findings.getFirst();
    Stream<Finding> others =
        findings.stream()
            .filter(each -> each.gate() && each.ofSuite() != surest.ofSuite())
            .limit(1);
    return Stream.concat(Stream.of(surest), others)
        .map(Finding::scenario)
        .collect(Collectors.joining(","));
  }

  /** What is short may come to name another commit, and no workflow can check it out. */
  private static boolean isWhole(String commit) {
    return commit.matches("[0-9a-f]{40}|[0-9a-f]{64}");
  }

  /** A line {@code name=value} for each, as a workflow's step gives its outputs. */
  public List<String> outputs() {
    return List.of("base=" + base, "head=" + head, "scenario=" + scenario, "capacity=" + capacity);
  }
}
