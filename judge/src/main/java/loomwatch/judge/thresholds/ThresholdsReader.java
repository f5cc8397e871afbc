package loomwatch.judge.thresholds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.NearestName;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * Reads {@code thresholds.yaml}. The schema for editors is {@code thresholds.schema.json} in this
 * package; this reader also checks names, duplicates and contradictions, and reports every problem
 * of a file at once.
 */
public final class ThresholdsReader {
  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          YamlMapping.keys("schema inconclusive budget changed-methods limits"),
          "schema and limits",
          "Write them.");
  private static final List<String> OF_LIMIT =
      YamlMapping.keys("scenario mode metric ceiling tolerance ratio gate why");
  private static final List<String> OF_BUDGET = List.of("since-release", "since-pin", "pin");
  private static final List<String> MODES = Arrays.stream(Mode.values()).map(Mode::label).toList();
  private static final String EVERY = "*";

  private final Set<String> known;

  private ThresholdsReader(Set<String> known) {
    this.known = new TreeSet<>(known);
  }

  private record NamedScenario(String name, Scope scope) {}

  /**
   * Reads the thresholds.
   *
   * @param file path, used as given in messages
   * @param knownScenarios all scenarios and benchmarks, to detect misspelt names
   * @throws BadFileException if the file cannot be read or is invalid
   */
  public static Thresholds read(Path file, Set<String> knownScenarios) {
    String text =
        YamlFile.text(
            file, "Name an existing thresholds file; the repository has one at its root.");
    return parse(file.toString(), text, knownScenarios);
  }

  /** Reads thresholds from a string; {@code name} is used in messages. */
  public static Thresholds parse(String name, String text, Set<String> knownScenarios) {
    ThresholdsReader reader = new ThresholdsReader(knownScenarios);
    return FORMAT.read(
        name,
        text,
        file ->
            new Thresholds(
                name,
                Sha256.of(text),
                file.required("limits", "List what is limited under limits:.", reader::limits)
                    .orElse(List.of()),
                file.optional("inconclusive", Inconclusive.NEUTRAL, ThresholdsReader::inconclusive),
                file.optional("budget", Budget.NONE, ThresholdsReader::budget),
                number(file, "changed-methods", Dimension.CHANGE)));
  }

  private static Inconclusive inconclusive(YamlNode node) {
    String value =
        node.oneOf(
            List.of("neutral", "fail"),
            "must be neutral or fail",
            "With fail a pull request that nothing could be shown of is not merged.");
    return value.equals("fail") ? Inconclusive.FAIL : Inconclusive.NEUTRAL;
  }

  private static Budget budget(YamlNode node) {
    YamlMapping budget = node.mapping(OF_BUDGET);
    if (budget.has("since-pin") != budget.has("pin")) {
      node.problem(
          "budget must have both since-pin and pin or neither, had one",
          "Name the commit, such as pin: 1a2b3c4d, and how much may be lost since it.");
    }
    return new Budget(
        number(budget, "since-release", Dimension.CHANGE),
        number(budget, "since-pin", Dimension.CHANGE),
        budget.optional("pin", AcceptedReader::commit).orElse(null));
  }

  private static OptionalDouble number(YamlMapping of, String key, Dimension dimension) {
    return of.optional(key, node -> node.quantity(dimension))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  private List<Limit> limits(YamlNode node) {
    String advice = "Thresholds without limits would let everything pass.";
    String rule = "must be a list of at least one";
    List<YamlNode> entries = node.list("limit", rule, advice);
    node.require(!entries.isEmpty(), rule, advice);
    List<Limit> limits =
        YamlNode.each(entries, this::limitsOf).stream().flatMap(List::stream).toList();
    Map<String, Limit> speaking = once(limits, Scope.EVERY, node);
    speaking.putAll(once(limits, Scope.NAMED, node));
    return limits.stream().filter(limit -> limit.equals(speaking.get(limit.target()))).toList();
  }

  /**
   * Returns the limits by target. An entry that names the scenario overrides one for {@code "*"};
   * two of the same scope contradict each other.
   */
  private static Map<String, Limit> once(List<Limit> limits, Scope scope, YamlNode list) {
    Map<String, Limit> first = new HashMap<>();
    Set<Position> reported = new HashSet<>();
    for (Limit limit : limits) {
      if (limit.terms().scope() != scope) {
        continue;
      }
      Limit earlier = first.putIfAbsent(limit.target(), limit);
      // One entry may clash in many scenarios; one report is enough.
      if (earlier != null && reported.add(limit.terms().position())) {
        list.clash(
            limit.terms().position(),
            earlier.terms().position(),
            limit.target()
                + " must be given once, was given at "
                + earlier.terms().position()
                + " too",
            "Remove one of the two entries, or narrow them by scenario or mode.");
      }
    }
    return first;
  }

  /** Expands one entry into a limit for each scenario, mode and kind. */
  private List<Limit> limitsOf(YamlNode node) {
    YamlMapping entry = node.mapping(OF_LIMIT);
    requireOneKind(entry);
    List<NamedScenario> scenarios =
        entry
            .required(
                "scenario",
                "Name one scenario, a list of them, or \"*\" (in quotes) for every one.",
                this::scenarios)
            .orElse(List.of());
    Optional<Metric> metric =
        entry.required(
            "metric",
            "Name what is limited, such as metric: latency-p99.",
            ThresholdsReader::metric);
    List<Mode> modes = entry.optional("mode", List.of(Mode.values()), ThresholdsReader::modes);
    boolean gates =
        entry
            .required(
                "gate",
                "Write gate: true to fail a build, gate: false to inform.",
                gate -> gate.flag("Write gate: true or gate: false."))
            .orElse(false);
    String advice = "Say what the limit protects, for whoever meets it broken.";
    String why = entry.required("why", advice, text -> text.text(advice)).orElse("");
    List<Limit> limits = new ArrayList<>();
    metric.ifPresent(of -> {
      Numbers numbers = numbers(entry, of);
      for (NamedScenario each : scenarios) {
        Terms terms = new Terms(each.name(), each.scope(), of, gates, why.strip(), node.position());
        limits.addAll(numbers.limits(terms, modes));
      }
    });
    return limits;
  }

  private static void requireOneKind(YamlMapping entry) {
    if (!entry.has("ceiling") && !entry.has("tolerance") && !entry.has("ratio")) {
      entry
          .node()
          .problem(
              "limit must have a ceiling, a tolerance or a ratio, had none",
              "Add what is to be limited, such as ceiling: 20 ms, or remove the entry.");
    }
    entry.clash(
        "mode",
        "ratio",
        "mode must be left out of a limit with ratio, was given",
        "A ratio is virtual over platform: remove mode, or make two entries.");
  }

  /** Reads one name, a list of names, or {@code "*"} for every known one. */
  private List<NamedScenario> scenarios(YamlNode node) {
    if (!node.isList()) {
      return scenario(node).equals(EVERY)
          ? known.stream().map(every -> new NamedScenario(every, Scope.EVERY)).toList()
          : List.of(new NamedScenario(knownScenario(node), Scope.NAMED));
    }
    List<YamlNode> list = node.list("scenario", "must be a list", "");
    node.require(!list.isEmpty(), "must name at least one", "Remove the entry.");
    Set<String> seen = new HashSet<>();
    return YamlNode.each(
        list,
        each -> {
          String name = knownScenario(each);
          if (!seen.add(name)) {
            each.problem("scenario must name each once, was " + name + " twice", "Remove one.");
          }
          return new NamedScenario(name, Scope.NAMED);
        });
  }

  private static String scenario(YamlNode node) {
    return node.text("Name a scenario, a list of them, or \"*\".");
  }

  private String knownScenario(YamlNode node) {
    String name = scenario(node);
    return node.oneOf(
        known,
        "must be a known one",
        name.equals(EVERY)
            ? "\"*\" stands alone, not in a list."
            : NearestName.advice(name, known));
  }

  private static Metric metric(YamlNode node) {
    String label = node.text("Name one metric, such as latency-p99.");
    node.oneOf(Metric.labels(), "must be a known one");
    return Metric.named(label).orElseThrow();
  }

  private static List<Mode> modes(YamlNode node) {
    String advice = "Leave mode out to judge each of the two.";
    return List.of(Mode.of(node.oneOf(MODES, "must be platform or virtual", advice)));
  }

  private static Numbers numbers(YamlMapping entry, Metric metric) {
    if (metric.direction() == Direction.HIGHER_IS_BETTER) {
      entry.refuse(
          "ratio",
          "ratio must be of a metric of which less is better, was of " + metric.label(),
          "Write a ceiling, which is the least allowed where more is better.");
    }
    return new Numbers(
        number(entry, "ceiling", Dimension.of(metric.unit())),
        number(entry, "tolerance", Dimension.CHANGE),
        entry
            .optional("ratio", ThresholdsReader::atMost)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()));
  }

  private static double atMost(YamlNode ratio) {
    return ratio
        .mapping(List.of("at-most"))
        .required(
            "at-most",
            "Write the largest virtual ÷ platform allowed.",
            node -> node.quantity(Dimension.RATIO))
        .orElse(1.0);
  }

  /** The limits of an entry, each in its base unit. */
  private record Numbers(OptionalDouble ceiling, OptionalDouble tolerance, OptionalDouble atMost) {

    List<Limit> limits(Terms terms, List<Mode> modes) {
      List<Limit> limits = new ArrayList<>();
      for (Mode mode : modes) {
        ceiling.ifPresent(value -> limits.add(new Ceiling(terms, mode, value)));
        tolerance.ifPresent(fraction -> limits.add(new Tolerance(terms, mode, fraction)));
      }
      atMost.ifPresent(ratio -> limits.add(new RatioLimit(terms, ratio)));
      return limits;
    }
  }
}
