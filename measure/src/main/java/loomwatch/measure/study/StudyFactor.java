package loomwatch.measure.study;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.service.CommandReader;
import loomwatch.measure.service.JavaCommand.FlagRules;
import loomwatch.measure.service.Placeholders;
import loomwatch.measure.service.RequestPath;
import loomwatch.measure.service.ScenariosReader;
import loomwatch.measure.study.StudyFile.VariantPart;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** A factor of a study, and what each of its levels sets. */
record StudyFactor(String name, List<Level> levels) {
  static final String ADVICE =
      "Write at least one with its levels, such as mode: [platform, virtual].";

  StudyFactor {
    levels = List.copyOf(levels);
  }

  List<String> levelNames() {
    return levels.stream().map(Level::name).toList();
  }

  /**
   * A level of a factor. Fields that it does not set are null.
   *
   * @param name in reports and claims
   * @param benchmark of the JMH suite, such as {@code ThreadCreation.computeInMainThread}
   */
  record Level(
      String name,
      @Nullable Mode mode,
      LoadPart load,
      VariantPart variant,
      @Nullable String benchmark) {

    Level over(Level other) {
      return new Level(
          name,
          either(mode, other.mode),
          load.over(other.load),
          variant.over(other.variant),
          either(benchmark, other.benchmark));
    }
  }

  /**
   * The load settings of a level, or of the study for all levels. Unset fields are null.
   *
   * @param path of a plain GET, instead of a scenario
   * @param waits whether most of a response's time is spent waiting
   * @param saturated modes that the load is meant to overload
   * @param objective for its requests
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

    boolean names(String factor) {
      return path != null && Placeholders.has(factor, path);
    }

    private LoadPart over(LoadPart other) {
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

    /**
     * Returns the load; empty if neither this nor the scenario sets a rate.
     *
     * @param named the service's scenario of that name, if any
     * @param levels values in the path, by factor
     * @param loop in a closed loop the number of users is recorded as the rate
     */
    Optional<Scenario> scenario(
        String name, Optional<Scenario> named, Map<String, String> levels, Loop loop) {
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
              named
                  .map(Scenario::path)
                  .orElse(path == null ? null : Placeholders.fill(path, levels)),
              named.map(Scenario::request).orElse(null),
              named.map(Scenario::mix).orElse(null),
              named.map(Scenario::protocol).orElse(null),
              often,
              Objects.requireNonNullElse(
                  connections, named.map(Scenario::connections).orElse(CONNECTIONS)),
              either(maxThreads, named.map(Scenario::maxThreads).orElse(null)),
              Objects.requireNonNullElse(waits, named.map(Scenario::waits).orElse(false)),
              Objects.requireNonNullElse(
                  saturated, named.map(Scenario::saturated).orElse(Set.of())),
              either(objective, named.map(Scenario::objective).orElse(null)),
              null));
    }
  }

  static <T> @Nullable T either(@Nullable T one, @Nullable T other) {
    return one != null ? one : other;
  }

  /**
   * Reads {@code factors}. A level is a mapping; it may be a list entry if it sets what its factor
   * is named after or is part of the load's path.
   */
  static final class Reader {
    static final List<String> LOAD =
        YamlMapping.keys(
            "scenario get rate connections users max-threads waits saturated objective");

    private static final List<String> KEYS =
        Stream.concat(
                LOAD.stream(),
                YamlMapping.keys("mode service ref tomcat jdk flags args environment benchmark")
                    .stream())
            .toList();

    private static final List<String> LISTED =
        YamlMapping.keys(
            "mode rate connections users max-threads scenario benchmark jdk tomcat ref");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

    private static final List<String> MODES =
        Arrays.stream(Mode.values()).map(Mode::label).toList();
    private static final int MOST_FACTORS = 5;
    private static final int MOST_LEVELS = 20;

    private final Path folder;
    private final Loop loop;
    private final List<String> names;
    private final String path;
    private final CommandReader commands = new CommandReader(Placeholders.KNOWN);

    /**
     * Creates a reader for a file in that folder.
     *
     * @param names of its factors
     * @param path of its load, with factors in braces; empty for none
     */
    Reader(Path folder, Loop loop, List<String> names, String path) {
      this.folder = folder;
      this.loop = loop;
      this.names = List.copyOf(names);
      this.path = path;
    }

    List<StudyFactor> read(YamlNode node) {
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
            return new StudyFactor(entry.name(), levels);
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
              each.problem(
                  "level must be given once, was " + each.shown() + " again", "Remove it.");
            }
            return sets
                ? level(each.raw(), YamlMapping.of(factor, each))
                : new Level(each.raw(), null, LoadPart.NONE, VariantPart.NONE, null);
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
      VariantPart variant =
          new VariantPart(
              level.optional("service", this::service).orElse(null),
              level.optional("ref", node -> scalar(node, "Write a git revision.")).orElse(null),
              level.optional("tomcat", Reader::version).orElse(null),
              level.optional("jdk", Reader::version).orElse(null),
              level.optional("flags", List.of(), Reader::flags),
              level.optional("args", List.of(), commands::args),
              level.optional("environment", Map.of(), commands::environment));
      return new Level(
          name,
          level
              .optional("mode", node -> node.oneOf(MODES, "must be platform or virtual"))
              .map(Mode::of)
              .orElse(null),
          load(level),
          variant,
          level.optional("benchmark", Reader::benchmark).orElse(null));
    }

    LoadPart load(YamlMapping load) {
      refuseIneffective(load);
      Optional<Integer> users = load.optional("users", ScenariosReader::count);
      return new LoadPart(
          load.optional("scenario", node -> scalar(node, "Name one of the service's."))
              .orElse(null),
          load.optional("get", node -> RequestPath.readWithPlaceholders(node, names)).orElse(null),
          load.optional("rate", ScenariosReader::rate).orElse(null),
          users.or(() -> load.optional("connections", ScenariosReader::count)).orElse(null),
          load.optional("max-threads", ScenariosReader::count).orElse(null),
          load.optional("waits", node -> node.flag("Write waits: true or leave it out."))
              .orElse(null),
          load.optional("saturated", ScenariosReader::saturated).orElse(null),
          load.optional("objective", ScenariosReader::objective).orElse(null));
    }

    /** Refuses keys without effect, as their author expects one. */
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

    /** Returns text as written, as YAML reads 25, 10.1 and some commit ids as numbers. */
    private static String scalar(YamlNode node, String advice) {
      node.require(!node.raw().isBlank() && !node.isNull(), "must be text", advice);
      return node.raw();
    }

    private static String version(YamlNode node) {
      node.require(!node.raw().isBlank(), "must be a version", "Write one.");
      return node.raw();
    }

    private Path service(YamlNode node) {
      String advice = "Name a service file, by its path from this file's folder.";
      return path(node, node.text(advice), advice);
    }

    Path path(YamlNode node, String text, String advice) {
      try {
        return folder.resolve(text).normalize();
      } catch (InvalidPathException e) {
        throw node.invalid("service must be a path, was " + node.shown(), advice);
      }
    }

    private static List<String> flags(YamlNode node) {
      String text =
          node.text("Write them as on a command line, such as flags: -XX:+UseZGC -Xmx1g.");
      List<String> flags = List.of(text.strip().split("\\s+"));
      for (String flag : flags) {
        FlagRules.refusal(flag).ifPresent(reason -> node.problem(reason, "Leave it out."));
      }
      return flags;
    }

    private static String benchmark(YamlNode node) {
      Set<String> known = new TreeSet<>();
      JmhBenchmarks.byMethod().keySet().forEach(method -> known.add(shortName(method)));
      return node.oneOf(known, "must be one of the suite's");
    }
  }

  static String shortName(String method) {
    return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
  }
}
