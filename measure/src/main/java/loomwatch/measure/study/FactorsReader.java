package loomwatch.measure.study;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.subject.CommandReader;
import loomwatch.measure.subject.JavaCommand.FlagRules;
import loomwatch.measure.subject.Placeholders;
import loomwatch.measure.subject.RequestPath;
import loomwatch.measure.subject.ScenariosReader;
import loomwatch.results.Launch.Mode;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code factors}: what cells differ in, and what each level sets. A level is a mapping;
 * where it sets just what its factor is named after, or stands in the path of the load, it may be
 * an entry of a list.
 */
final class FactorsReader {
  static final String ADVICE =
      "Write at least one with its levels, such as mode: [platform, virtual].";

  /** What a level may set of the load, as the study itself for all of them. */
  static final List<String> LOAD =
      YamlMapping.keys("scenario get rate connections users max-threads waits saturated objective");

  private static final List<String> KEYS =
      Stream.concat(
              LOAD.stream(),
              YamlMapping.keys("mode subject ref tomcat jdk flags args environment benchmark")
                  .stream())
          .toList();

  /** Factors of these names may have their levels as a list. */
  private static final List<String> LISTED =
      YamlMapping.keys("mode rate connections users max-threads scenario benchmark jdk tomcat ref");

  /** As they stand in names of files, tables and axes. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private static final List<String> MODES = Arrays.stream(Mode.values()).map(Mode::label).toList();
  private static final int MOST_FACTORS = 5;
  private static final int MOST_LEVELS = 20;

  private final Path folder;
  private final Loop loop;
  private final List<String> names;
  private final String path;
  private final CommandReader commands = new CommandReader(Placeholders.KNOWN);

  /**
   * Of a file in that folder.
   *
   * @param names of its factors
   * @param path of its load as it was written, with factors in braces; empty for none
   */
  FactorsReader(Path folder, Loop loop, List<String> names, String path) {
    this.folder = folder;
    this.loop = loop;
    this.names = List.copyOf(names);
    this.path = path;
  }

  /** A factor with what each of its levels sets. */
  record Factor(String name, List<Level> levels) {
    Factor {
      levels = List.copyOf(levels);
    }

    List<String> levelNames() {
      return levels.stream().map(Level::name).toList();
    }
  }

  /**
   * One value of a factor.
   *
   * @param name in reports and claims
   * @param mode how threads serve requests, or null when another factor says so
   * @param load what it says of the load
   * @param arm what it says of the subject
   * @param benchmark of the JMH suite, as {@code ThreadCreation.computeInMainThread}, or null
   */
  record Level(
      String name, @Nullable Mode mode, LoadPart load, ArmPart arm, @Nullable String benchmark) {}

  List<Factor> read(YamlNode node) {
    List<YamlMapping.Entry> entries = node.entries("level", ADVICE);
    if (entries.isEmpty()) {
      throw node.invalid("factors must have at least one, had none", ADVICE);
    }
    if (entries.size() > MOST_FACTORS) {
      entries
          .get(MOST_FACTORS)
          .key()
          .problem(
              "factors must be at most " + MOST_FACTORS + ", were " + entries.size(),
              "Make two studies of it: nobody could read the cells of one.");
    }
    return entries.stream()
        .limit(MOST_FACTORS)
        .map(entry -> {
          requireName(entry.key(), entry.name(), "factor");
          List<Level> levels =
              entry
                  .value()
                  .named(entry.name())
                  .read(value -> value.isList() ? listed(entry.name(), value) : mapped(value))
                  .orElse(List.of());
          return new Factor(entry.name(), levels);
        })
        .toList();
  }

  private List<Level> mapped(YamlNode node) {
    List<YamlMapping.Entry> levels = node.entries("level", ADVICE);
    requireSome(node, levels.size());
    return levels.stream()
        .flatMap(entry -> {
          requireName(entry.key(), entry.name(), "level");
          return entry.value().read(value -> level(entry.name(), value.mapping(KEYS))).stream();
        })
        .toList();
  }

  private List<Level> listed(String factor, YamlNode node) {
    boolean sets = LISTED.contains(factor);
    if (!sets && !Placeholders.has(factor, path)) {
      throw node.invalid(
          "levels of %s must be a mapping, was a list".formatted(factor),
          "Write each with what it sets, such as %s: {small: {flags: -Xmx256m}}; lists are for %s."
              .formatted(factor, String.join(", ", LISTED)));
    }
    List<YamlNode> levels = node.list("level", "must be a list", ADVICE);
    requireSome(node, levels.size());
    Set<String> seen = new HashSet<>();
    return YamlNode.each(
        levels,
        each -> {
          requireName(each, each.raw(), "level");
          if (each.isScalar() && !seen.add(each.raw())) {
            each.problem("level must be given once, was " + each.shown() + " again", "Remove it.");
          }
          return sets
              ? level(each.raw(), YamlMapping.of(factor, each))
              : new Level(each.raw(), null, LoadPart.NONE, ArmPart.NONE, null);
        });
  }

  private static void requireSome(YamlNode factor, int levels) {
    if (levels == 0 || levels > MOST_LEVELS) {
      throw factor.invalid(
          "levels of %s must be from 1 to %d, were %d"
              .formatted(factor.name(), MOST_LEVELS, levels),
          ADVICE);
    }
  }

  private static void requireName(YamlNode node, String name, String what) {
    if (!NAME.matcher(name).matches()) {
      node.problem(
          what
              + " must be named by at most 40 letters, digits, dots, hyphens and underscores,"
              + " beginning with a letter or digit, was "
              + YamlNode.quoted(name),
          "Rename it, such as above-pool.");
    }
  }

  private Level level(String name, YamlMapping level) {
    ArmPart arm =
        new ArmPart(
            level.optional("subject", this::subject).orElse(null),
            level.optional("ref", node -> scalar(node, "Write a git revision.")).orElse(null),
            level.optional("tomcat", FactorsReader::version).orElse(null),
            level.optional("jdk", FactorsReader::version).orElse(null),
            level.optional("flags", List.of(), FactorsReader::flags),
            level.optional("args", List.of(), commands::args),
            level.optional("environment", Map.of(), commands::environment));
    return new Level(
        name,
        level
            .optional("mode", node -> node.oneOf(MODES, "must be platform or virtual"))
            .map(Mode::of)
            .orElse(null),
        load(level),
        arm,
        level.optional("benchmark", FactorsReader::benchmark).orElse(null));
  }

  /** What a level, or the study for all of them, says of the load. */
  LoadPart load(YamlMapping load) {
    refuseIneffective(load);
    Optional<Integer> users = load.optional("users", ScenariosReader::count);
    return new LoadPart(
        load.optional("scenario", node -> scalar(node, "Name one of the subject's.")).orElse(null),
        load.optional("get", node -> RequestPath.readWithPlaceholders(node, names)).orElse(null),
        load.optional("rate", ScenariosReader::rate).orElse(null),
        users.or(() -> load.optional("connections", ScenariosReader::count)).orElse(null),
        load.optional("max-threads", ScenariosReader::count).orElse(null),
        load.optional("waits", node -> node.flag("Write waits: true or leave it out."))
            .orElse(null),
        load.optional("saturated", ScenariosReader::saturated).orElse(null),
        load.optional("objective", ScenariosReader::objective).orElse(null));
  }

  /** Whoever writes a key that has no effect expects one. */
  private void refuseIneffective(YamlMapping load) {
    if (load.has("scenario")) {
      load.refuse("get", "get must not be beside scenario, was", "Leave out one of the two.");
    }
    if (load.has("connections")) {
      load.refuse(
          "users", "users must not be beside connections, was", "Leave out one of the two.");
    }
    if (loop == Loop.CLOSED) {
      load.refuse(
          "rate",
          "rate must be in an open loop alone, was in a closed one",
          "Write how many users there are, such as users: 100, or leave loop out.");
    } else {
      load.refuse(
          "think",
          "think must be in a closed loop alone, was in an open one",
          "Leave it out, or write loop: closed.");
    }
  }

  /** YAML takes 25 for a number, and 10.1 and some ids of commits too. */
  private static String scalar(YamlNode node, String advice) {
    node.require(!node.raw().isBlank() && !node.isNull(), "must be text", advice);
    return node.raw();
  }

  private static String version(YamlNode node) {
    node.require(!node.raw().isBlank(), "must be a version", "Write one.");
    return node.raw();
  }

  private Path subject(YamlNode node) {
    String advice = "Name a subject file, by its path from this file's folder.";
    return path(node, node.text(advice), advice);
  }

  /** From the file's folder. */
  Path path(YamlNode node, String text, String advice) {
    try {
      return folder.resolve(text).normalize();
    } catch (InvalidPathException e) {
      throw node.invalid("subject must be a path, was " + node.shown(), advice);
    }
  }

  private static List<String> flags(YamlNode node) {
    String text = node.text("Write them as on a command line, such as flags: -XX:+UseZGC -Xmx1g.");
    List<String> flags = List.of(text.strip().split("\\s+"));
    flags.forEach(
        flag -> FlagRules.refusal(flag).ifPresent(reason -> node.problem(reason, "Leave it out.")));
    return flags;
  }

  private static String benchmark(YamlNode node) {
    Set<String> known = new TreeSet<>();
    JmhBenchmarks.byMethod().keySet().forEach(method -> known.add(shortName(method)));
    return node.oneOf(known, "must be one of the suite's");
  }

  /** Class and method. */
  static String shortName(String method) {
    return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
  }
}
