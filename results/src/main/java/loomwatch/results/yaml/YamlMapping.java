package loomwatch.results.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The keys and values of one YAML mapping of which the keys are known. */
public final class YamlMapping {
  private final YamlNode node;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  YamlMapping(YamlNode node, List<Entry> entries) {
    this.node = node;
    entries.forEach(entry -> this.entries.put(entry.name(), entry));
  }

  /** Names of keys, from a text that has them with a blank between each two. */
  public static List<String> keys(String names) {
    return List.of(names.split(" ", -1));
  }

  /** A mapping of one key where the file has its value alone. */
  public static YamlMapping of(String key, YamlNode value) {
    return new YamlMapping(value, List.of(new Entry(key, value, value.named(key))));
  }

  /** A key, under its name, and its value. */
  public record Entry(String name, YamlNode key, YamlNode value) {}

  /** The mapping itself. */
  public YamlNode node() {
    return node;
  }

  public boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The value of a key, if it was given. */
  public Optional<YamlNode> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** The key itself, if it was given. */
  public Optional<YamlNode> key(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::key);
  }

  /** What that makes of a key's value; nothing where it was not given or has a problem. */
  public <T> Optional<T> optional(String key, Function<YamlNode, T> as) {
    return get(key).flatMap(value -> value.read(as));
  }

  /** The same, with what it is otherwise. */
  public <T> T optional(String key, T otherwise, Function<YamlNode, T> as) {
    return optional(key, as).orElse(otherwise);
  }

  /** What that makes of the value of a key that must be there. */
  public <T> Optional<T> required(String key, String advice, Function<YamlNode, T> as) {
    if (!has(key)) {
      node.problem(key + " must be given, was missing", advice);
    }
    return optional(key, as);
  }

  /** Whether everything that was read of the file so far makes sense. */
  public boolean isSound() {
    return !node.problems().any();
  }

  /**
   * Ends here unless everything that was read of the file makes sense.
   *
   * @throws BadFileException with all problems
   */
  public void requireSound() {
    node.problems().throwIfAny();
  }

  /** Records a problem at a key, if it was given. */
  public void refuse(String key, String message, String advice) {
    key(key).ifPresent(given -> given.problem(message, advice));
  }

  /** Records that two keys, both given, do not go together: the first one is at fault. */
  public void clash(String key, String other, String message, String advice) {
    key(key)
        .ifPresent(one ->
            key(other)
                .ifPresent(two -> node.clash(one.position(), two.position(), message, advice)));
  }
}
