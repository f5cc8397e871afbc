package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A method whose cost grew from base to head, shown beyond chance in a pass with profilers.
 *
 * @param caller the method that most of the growth came through; null where it is outermost
 * @param inside the method below it that most of the growth is in; null where that is itself
 * @param file its source, as a path in the repository where it is known there, else as its class's
 *     name shows; empty where it is no method, but a reason why the JVM stood still
 * @param line in head's source, where most of the growth is; null where that is not known
 * @param base spent by base, of each request, slow request or launch, beside what other causes
 *     account for; where what was judged is in the same unit, on its scale, without the profilers'
 *     cost
 * @param change from base to head, a 90 % interval
 * @param explainedPercent the share of the metric's change that this is; above 0, at most 100; null
 *     where the profilers saw too little of the change
 * @param explained its 90 % interval; null where that is
 * @param versions between which the method's class changed; null where it did not, or is not known
 *     to be of a library or JDK that did
 */
public record Cause(
    String scenario,
    Mode mode,
    Metric metric,
    Resource resource,
    String method,
    @Nullable String caller,
    @Nullable String inside,
    String file,
    @Nullable Integer line,
    boolean changed,
    double base,
    double head,
    Interval change,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double explainedPercent,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Interval explained,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Versions versions) {

  /**
   * Of the library, or the JDK, that a class belongs to.
   *
   * @param base that base has
   */
  public record Versions(String base, String head) {}

  /** Whether that verdict says that its metric got worse, in its scenario and mode. */
  public boolean isOfWhatGotWorse(Verdict verdict) {
    MetricKey key = MetricKey.of(scenario, mode, metric);
    return verdict.metrics().stream()
        .filter(line -> line.key().equals(key))
        .flatMap(line -> line.change().flatMap(Change::found).stream())
        .anyMatch(found -> found.verdict() == Outcome.REGRESSED);
  }
}
