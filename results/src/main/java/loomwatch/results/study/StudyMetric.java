package loomwatch.results.study;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * What a study looks at in a launch: a {@link Metric}, or the rate at which it answered, which is
 * the plan's wherever a server keeps up, and tells something where it is not meant to.
 */
public sealed interface StudyMetric {
  String THROUGHPUT = "throughput";

  record Throughput() implements StudyMetric {}

  record OfMetric(Metric metric) implements StudyMetric {}

  static Optional<StudyMetric> named(String name) {
    return name.equals(THROUGHPUT)
        ? Optional.of(new Throughput())
        : Metric.named(name).map(OfMetric::new);
  }

  static List<String> names() {
    return Stream.concat(Stream.of(THROUGHPUT), Metric.labels().stream()).toList();
  }

  default OptionalDouble of(Launch launch) {
    return switch (this) {
      case Throughput() ->
          launch.load() == null
              ? OptionalDouble.empty()
              : OptionalDouble.of(launch.load().achievedPerSecond());
      case OfMetric(Metric metric) ->
          launch.sample(metric).map(Sample::value).stream().mapToDouble(value -> value).findFirst();
    };
  }

  /** Whether its value in a launch may be more than that. */
  default boolean isBound(Launch launch) {
    return switch (this) {
      case Throughput() -> false;
      case OfMetric(Metric metric) -> launch.sample(metric).filter(Sample::isBound).isPresent();
    };
  }

  default List<String> doubts(Launch launch) {
    return switch (this) {
      case Throughput() -> List.of();
      case OfMetric(Metric metric) -> launch.sample(metric).map(Sample::doubts).orElse(List.of());
    };
  }

  default String unit() {
    return switch (this) {
      case Throughput() -> "1/s";
      case OfMetric(Metric metric) -> metric.unit().symbol();
    };
  }

  default String title() {
    return switch (this) {
      case Throughput() -> "throughput";
      case OfMetric(Metric metric) -> metric.wording().heading();
    };
  }
}
