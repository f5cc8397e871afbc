package loomwatch.results.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

public final class YamlMapping {
  private final YamlNode node;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  YamlMapping(YamlNode node, List<Entry> entries) {
    this.node = node;
    entries.forEach(entry -> this.entries.put(entry.name(), entry));
  }

  public static List<String> keys(String names) {
    return List.of(names.split(" ", -1));
  }

  /** Returns a mapping of one key, for a file that has only its value. */
  public static YamlMapping of(String key, YamlNode value) {
    return new YamlMapping(value, List.of(new Entry(key, value, value.named(key))));
  }

  public record Entry(String name, YamlNode key, YamlNode value) {}

  public YamlNode node() {
    return node;
  }

  public boolean has(String key) {
    return entries.containsKey(key);
  }

  public Optional<YamlNode> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  public Optional<YamlNode> key(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::key);
  }

  /** Reads a key's value by a function; empty if it is missing or has a problem. */
  public <T> Optional<T> optional(String key, Function<YamlNode, T> as) {
    return get(key).flatMap(value -> value.read(as));
  }

  public <T> T optional(String key, T otherwise, Function<YamlNode, T> as) {
    return optional(key, as).orElse(otherwise);
  }

  public <T> Optional<T> required(String key, String advice, Function<YamlNode, T> as) {
    if (!has(key)) {
      node.problem(key + " must be given, was missing", advice);
    }
    return optional(key, as);
  }

  public boolean isSound() {
    return !node.problems().any();
  }

  /**
   * Requires that the file has no problems so far.
   *
   * @throws BadFileException with all problems
   */
  public void requireSound() {
    node.problems().throwIfAny();
  }

  public void refuse(String key, String message, String advice) {
    key(key).ifPresent(given -> given.problem(message, advice));
  }

  public void clash(String key, String other, String message, String advice) {
    key(key)
        .ifPresent(one ->
            key(other)
                .ifPresent(two -> node.clash(one.position(), two.position(), message, advice)));
  }
}
