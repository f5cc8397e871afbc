package loomwatch.measure.study;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.subject.Entries;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code factors}: what cells differ in. */
final class FactorsReader {
  static final String ADVICE =
      "Write at least one with its levels, such as mode: [platform, virtual].";

  /** As they stand in names of files, tables and axes. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private static final int MOST_FACTORS = 5;
  private static final int MOST_LEVELS = 20;

  private final LevelReader levels;
  private final LoadPart load;
  private final Problems problems;

  /** Of a study with that load. */
  FactorsReader(LevelReader levels, LoadPart load, Problems problems) {
    this.levels = levels;
    this.load = load;
    this.problems = problems;
  }

  /**
   * One of them.
   *
   * @param key its name in the file, for messages
   */
  record Factor(String name, Node key, List<Level> levels) {
    Factor {
      levels = List.copyOf(levels);
    }

    List<String> levelNames() {
      return levels.stream().map(Level::name).toList();
    }
  }

  /** What they are called, before their levels are read. */
  static Set<String> names(Node node) {
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream()
            .map(tuple -> tuple.getKeyNode())
            .filter(ScalarNode.class::isInstance)
            .map(key -> ((ScalarNode) key).getValue())
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  List<Factor> read(Node node) {
    List<Entries.Entry> entries = Entries.of(node, "factors", ADVICE, problems);
    if (entries.isEmpty()) {
      problems.add(node, "factors must have at least one, had none", ADVICE);
    }
    if (entries.size() > MOST_FACTORS) {
      problems.add(
          entries.get(MOST_FACTORS).key(),
          "factors must be at most " + MOST_FACTORS + ", were " + entries.size(),
          "Make two studies of it: nobody could read the cells of one.");
    }
    return entries.stream().limit(MOST_FACTORS).map(this::factor).toList();
  }

  private Factor factor(Entries.Entry entry) {
    requireName(entry.key(), entry.name(), "factor");
    List<Level> read =
        entry.value() instanceof SequenceNode list
            ? listed(entry, list)
            : Entries.of(entry.value(), entry.name(), ADVICE, problems).stream()
                .map(level -> {
                  requireName(level.key(), level.name(), "level");
                  return levels.read(level.name(), level.value());
                })
                .toList();
    if (read.isEmpty() || read.size() > MOST_LEVELS) {
      problems.add(
          entry.key(),
          "levels of %s must be from 1 to %d, were %d"
              .formatted(entry.name(), MOST_LEVELS, read.size()),
          ADVICE);
    }
    return new Factor(entry.name(), entry.key(), read);
  }

  private List<Level> listed(Entries.Entry entry, SequenceNode list) {
    if (!LevelReader.LISTED.contains(entry.name()) && !load.names(entry.name())) {
      problems.add(
          entry.value(),
          "levels of %s must be a mapping, was a list".formatted(entry.name()),
          "Write each with what it sets, such as %s: {small: {flags: -Xmx256m}}; lists are for %s."
              .formatted(entry.name(), String.join(", ", LevelReader.LISTED)));
      return List.of();
    }
    Set<String> seen = new HashSet<>();
    return list.getValue().stream()
        .filter(each -> {
          boolean scalar = each instanceof ScalarNode;
          String name = scalar ? ((ScalarNode) each).getValue() : "";
          requireName(each, name, "level");
          if (scalar && !seen.add(name)) {
            problems.add(
                each,
                "level must be given once, was " + Scalars.shown(each) + " again",
                "Remove it.");
          }
          return scalar;
        })
        .map(each -> levels.only(entry.name(), (ScalarNode) each))
        .toList();
  }

  private void requireName(Node node, String name, String what) {
    if (!NAME.matcher(name).matches()) {
      problems.add(
          node,
          what
              + " must be named by at most 40 letters, digits, dots, hyphens and underscores,"
              + " beginning with a letter or digit, was "
              + Scalars.quoted(name),
          "Rename it, such as above-pool.");
    }
  }
}
