package loomwatch.results.study;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Unit;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A measured quantity of a study: a {@link Metric}, or throughput, which equals the planned rate
 * unless the server is overloaded.
 *
 * @param metric null for throughput
 */
public record StudyMetric(@Nullable Metric metric) {
  public static final String THROUGHPUT = "throughput";

  public static Optional<StudyMetric> named(String name) {
    return name.equals(THROUGHPUT)
        ? Optional.of(new StudyMetric(null))
        : Metric.named(name).map(StudyMetric::new);
  }

  public static List<String> names() {
    return Stream.concat(Stream.of(THROUGHPUT), Metric.labels().stream()).toList();
  }

  public OptionalDouble of(Launch launch) {
    LoadResult load = launch.load();
    if (metric == null && load != null) {
      return OptionalDouble.of(load.achievedPerSecond());
    }
    return sample(launch).stream().mapToDouble(Sample::value).findFirst();
  }

  /** Reports whether its value in a launch is a lower bound. */
  public boolean isBound(Launch launch) {
    return sample(launch).filter(Sample::isBound).isPresent();
  }

  public List<String> doubts(Launch launch) {
    return sample(launch).map(Sample::doubts).orElse(List.of());
  }

  private Optional<Sample> sample(Launch launch) {
    return Optional.ofNullable(metric).flatMap(launch::sample);
  }

  public String unit() {
    return (metric == null ? Unit.PER_SECOND : metric.unit()).symbol();
  }

  public String title() {
    return metric == null ? THROUGHPUT : metric.wording().heading();
  }
}
