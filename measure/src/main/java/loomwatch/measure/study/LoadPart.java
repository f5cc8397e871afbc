package loomwatch.measure.study;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import loomwatch.measure.subject.Placeholders;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.study.StudyDesign.Loop;
import org.jspecify.annotations.Nullable;

/**
 * What a level, or the study for all of them, says of the load. Null is left to the others.
 *
 * @param scenario of the subject, by name
 * @param path of a plain GET in its place
 * @param rate requests per second
 * @param connections keep-alive connections
 * @param maxThreads the pool's size
 * @param waits whether most of a response's time is spent waiting
 * @param saturated the modes it is meant to be too much for
 * @param objective what is promised of its requests
 */
record LoadPart(
    @Nullable String scenario,
    @Nullable String path,
    @Nullable Double rate,
    @Nullable Integer connections,
    @Nullable Integer maxThreads,
    @Nullable Boolean waits,
    @Nullable Set<Mode> saturated,
    @Nullable Objective objective) {
  static final LoadPart NONE = new LoadPart(null, null, null, null, null, null, null, null);

  private static final int CONNECTIONS = 50;

  boolean isNone() {
    return equals(NONE);
  }

  /** Whether the name of a level of that factor stands in its path. */
  boolean names(String factor) {
    return path != null && Placeholders.has(factor, path);
  }

  /** The same with levels in the path, by factor. */
  LoadPart filled(Map<String, String> levels) {
    return path == null
        ? this
        : new LoadPart(
            scenario,
            Placeholders.fill(path, levels),
            rate,
            connections,
            maxThreads,
            waits,
            saturated,
            objective);
  }

  /** This, and where it says nothing the other. */
  LoadPart or(LoadPart other) {
    boolean names = scenario != null || path != null;
    return new LoadPart(
        names ? scenario : other.scenario,
        names ? path : other.path,
        either(rate, other.rate),
        either(connections, other.connections),
        either(maxThreads, other.maxThreads),
        either(waits, other.waits),
        either(saturated, other.saturated),
        either(objective, other.objective));
  }

  private static <T> @Nullable T either(@Nullable T one, @Nullable T other) {
    return one != null ? one : other;
  }

  /**
   * The load itself under a name, or nothing when neither of the two says how often.
   *
   * @param named the subject's scenario of that name, if it is one
   * @param loop in a closed one users say how often; the rate is then one for each, which nothing
   *     keeps to
   */
  Optional<Scenario> scenario(String name, Optional<Scenario> named, Loop loop) {
    Double often =
        switch (loop) {
          case OPEN -> either(rate, named.map(Scenario::requestsPerSecond).orElse(null));
          case CLOSED -> connections == null ? null : Double.valueOf(connections);
        };
    if (often == null || named.isEmpty() && path == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Scenario(
            name,
            named.map(Scenario::path).orElse(path),
            named.map(Scenario::request).orElse(null),
            named.map(Scenario::mix).orElse(null),
            named.map(Scenario::protocol).orElse(null),
            often,
            Objects.requireNonNullElse(
                connections, named.map(Scenario::connections).orElse(CONNECTIONS)),
            either(maxThreads, named.map(Scenario::maxThreads).orElse(null)),
            Objects.requireNonNullElse(waits, named.map(Scenario::waits).orElse(false)),
            Objects.requireNonNullElse(saturated, named.map(Scenario::saturated).orElse(Set.of())),
            either(objective, named.map(Scenario::objective).orElse(null))));
  }
}
