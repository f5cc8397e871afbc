package loomwatch.measure.variants;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The list that JMH's annotation processor writes into a jar.
 *
 * @param entries by method, or by {@code @Group}, as {@code package.Class.method}
 */
record BenchmarkList(Map<String, Entry> entries) {
  /** Where it is in a jar. */
  static final String PATH = "META-INF/BenchmarkList";

  private static final String SINGLE_SHOT = "SingleShotTime";

  /** A line up to the methods of a group; each text is after its length. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?U)JMH S \\d+ (?<type>\\S+) S \\d+ (?<generated>\\S+) S \\d+ (?<method>\\S+)"
              + "(?: S \\d+ (?<mode>\\w+) (?:E|I 1 \\d+) A \\d+(?: \\d+)*"
              + "(?: L \\d+(?<group>(?: \\d+ [\\w$]+)+))?)?.*");

  /**
   * A method with all its modes.
   *
   * @param generated name of the class that JMH generated for it
   * @param methods of a group, which its threads call at the same time; empty for a method
   */
  record Entry(String generated, Set<String> modes, List<String> methods) {
    /** Returns whether it may be timed as single shots only. */
    boolean isSingleShot() {
      return modes.equals(Set.of(SINGLE_SHOT));
    }
  }

  /** Reads the list; other lines are ignored. */
  static BenchmarkList parse(String text) {
    Map<String, Entry> entries = new HashMap<>();
    text.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(line -> {
          Entry entry =
              entries.computeIfAbsent(
                  line.group("type") + "." + line.group("method"),
                  any -> new Entry(line.group("generated"), new TreeSet<>(), new ArrayList<>()));
          if (line.group("mode") != null) {
            entry.modes().add(line.group("mode"));
          }
          if (line.group("group") != null && entry.methods().isEmpty()) {
            String group = line.group("group");
            entry.methods().addAll(List.of(group.replaceFirst(" \\d+ ", "").split(" \\d+ ")));
          }
        });
    return new BenchmarkList(entries);
  }

  /** Returns the class that JMH generated for a method; empty if it is not listed. */
  String generated(String method) {
    Entry entry = entries.get(method);
    return entry == null ? "" : entry.generated();
  }

  boolean isSingleShot(String method) {
    Entry entry = entries.get(method);
    return entry != null && entry.isSingleShot();
  }

  /** Returns a method, or a group and each of its methods, which are judged one by one. */
  List<String> measured(String method) {
    Entry entry = entries.get(method);
    List<String> methods = entry == null ? List.of() : entry.methods();
    return Stream.concat(Stream.of(method), methods.stream().map(each -> method + ":" + each))
        .toList();
  }
}
