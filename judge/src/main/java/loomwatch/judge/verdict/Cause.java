package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A method whose cost grew significantly from base to head in a profiled run.
 *
 * @param caller method through which most of the growth came; null where the method is outermost
 * @param inside method below it that contains most of the growth; null where that is the method
 *     itself
 * @param file source path in the repository if known, else as derived from the class name; empty if
 *     the cause is not a method but a reason for a JVM pause
 * @param line line in head's source with most of the growth; null if unknown
 * @param base base's cost per request, slow request or launch, without what other causes account
 *     for; scaled to the verdict's value where that has the same unit, so without the overhead of
 *     profilers
 * @param change change from base to head, a 90 % interval
 * @param explainedPercent share of the metric's change that this cause explains, above 0, at most
 *     100; null where the profilers saw too little of the change
 * @param explained 90 % interval of that share; null where the share is
 * @param versions library or JDK versions between which the method's class changed; null if it did
 *     not, or this is unknown
 * @param request of a mix, for which it is done more often; null where all are alike
 * @param counted what it does more often, as in {@link loomwatch.results.Count#of}; null where time
 *     or bytes grew
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Versions versions,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String request,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String counted) {

  public record Versions(String base, String head) {}

  /** Returns whether the verdict reports a regression of this cause's metric, scenario and mode. */
  public boolean isOfWhatGotWorse(Verdict verdict) {
    MetricKey key = MetricKey.of(scenario, mode, metric);
    return verdict.metrics().stream().anyMatch(line -> line.key().equals(key) && line.gotWorse());
  }
}
