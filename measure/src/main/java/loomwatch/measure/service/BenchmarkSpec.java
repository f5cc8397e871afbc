package loomwatch.measure.service;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A team's own JMH benchmarks.
 *
 * @param build shell command, run in the file's folder; empty if the service's build makes the jar
 * @param jar its path within the folder; one {@code *} in its name stands for any characters
 * @param include regular expressions, one of which a benchmark's name must have; empty for all
 * @param params values of parameters by name, in place of the benchmarks' own
 */
public record BenchmarkSpec(
    Optional<String> build, String jar, List<String> include, Map<String, List<String>> params) {

  public BenchmarkSpec {
    include = List.copyOf(include);
    params = Collections.unmodifiableMap(new TreeMap<>(params));
  }

  /** Returns the values of parameters as JMH's command line takes them. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    params.forEach(
        (name, values) -> options.addAll(List.of("-p", name + "=" + String.join(",", values))));
    return options;
  }
}
