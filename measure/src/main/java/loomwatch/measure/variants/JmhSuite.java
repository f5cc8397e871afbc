package loomwatch.measure.variants;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;

/**
 * The JMH benchmarks of a variant.
 *
 * @param classPath as for {@code java -cp}; empty without any
 * @param content a hash of the classes they run
 * @param own full names with parameters of a team's own; empty for the suite that ships
 */
public record JmhSuite(String classPath, String content, Set<String> own) {
  private static final int MOST_NAMES = 5;

  public static final JmhSuite NONE = new JmhSuite("", "", Set.of());

  public JmhSuite {
    own = Set.copyOf(own);
  }

  boolean isThere() {
    return !classPath.isEmpty();
  }

  public boolean isOwn() {
    return !own.isEmpty();
  }

  /** Returns a team's own benchmarks that all of them have. */
  public static Map<String, JmhResults.Benchmark> common(Collection<JmhSuite> suites) {
    Set<String> names = all(suites);
    suites.forEach(suite -> names.retainAll(suite.own));
    return names.stream()
        .collect(toMap(Function.identity(), name -> new JmhResults.Benchmark(name, Mode.PLATFORM)));
  }

  /** Returns one line for each variant that has benchmarks which the other lacks. */
  public static List<String> alone(BuiltVariant base, BuiltVariant head) {
    return Stream.of(alone(base, head.suite()), alone(head, base.suite()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> alone(BuiltVariant one, JmhSuite other) {
    Set<String> names = new TreeSet<>(one.suite().own);
    names.removeAll(other.own);
    String more =
        names.size() > MOST_NAMES ? " and %d more".formatted(names.size() - MOST_NAMES) : "";
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s has benchmarks that the other lacks, which were not measured: %s%s."
                .formatted(
                    one.name(),
                    names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")),
                    more));
  }

  static Set<String> all(Collection<JmhSuite> suites) {
    Set<String> names = new TreeSet<>();
    suites.forEach(suite -> names.addAll(suite.own));
    return names;
  }
}
