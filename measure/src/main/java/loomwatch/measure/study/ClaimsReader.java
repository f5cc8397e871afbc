package loomwatch.measure.study;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import loomwatch.measure.subject.Entries;
import loomwatch.results.NearestName;
import loomwatch.results.study.Quantity;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code claims}: inequalities over contrasts. */
final class ClaimsReader {
  static final String ADVICE =
      "Write each under its name, such as lighter: {metric: rss-after-load, of: {gc: serial}, over:"
          + " {gc: g1}, at-most: 0.9}.";

  private static final List<String> KEYS =
      List.of(
          "says",
          "source",
          "metric",
          "at",
          "of",
          "over",
          "minus",
          "against",
          "at-least",
          "at-most",
          "published");
  private static final List<String> CONTRAST = List.of("at", "of", "over", "minus");

  private final Map<String, List<String>> levels;
  private final Problems problems;
  private final Scalars scalars;

  /** Of a study with those levels of each factor. */
  ClaimsReader(Map<String, List<String>> levels, Problems problems) {
    this.levels = Map.copyOf(levels);
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  List<Claim> read(Node node) {
    return Entries.of(node, "claims", ADVICE, problems).stream()
        .flatMap(entry ->
            Fields.of(entry.value(), "claim", KEYS, problems)
                .flatMap(fields -> claim(entry.name(), fields))
                .stream())
        .toList();
  }

  private Optional<Claim> claim(String name, Fields fields) {
    Optional<String> metric =
        fields
            .require("metric", "Name what is compared, such as throughput.")
            .flatMap(this::metric);
    Contrast contrast = contrast(fields);
    @Nullable Contrast against =
        fields
            .get("against")
            .flatMap(node -> Fields.of(node, "against", CONTRAST, problems))
            .map(this::contrast)
            .orElse(null);
    @Nullable Double atLeast = number(fields, "at-least");
    @Nullable Double atMost = number(fields, "at-most");
    if (fields.get("at-least").isEmpty() && fields.get("at-most").isEmpty()) {
      problems.add(
          fields.node(),
          "claim must have at-least, at-most or both, had neither",
          "Write what the ratio must be, such as at-least: 1.5.");
      return Optional.empty();
    }
    if (atLeast != null && atMost != null && atLeast > atMost) {
      problems.add(
          fields.key("at-least").orElse(fields.node()),
          "at-least must be at most at-most, was above it",
          "Swap the two.");
      return Optional.empty();
    }
    String says = fields.get("says").flatMap(this::text).orElse(name.replace('-', ' '));
    @Nullable String source = fields.get("source").flatMap(this::text).orElse(null);
    @Nullable Double published = number(fields, "published");
    boolean bounded = atLeast != null || atMost != null;
    return metric
        .filter(known -> bounded)
        .map(known ->
            new Claim(name, says, source, known, contrast, against, atLeast, atMost, published));
  }

  private Optional<String> text(Node node) {
    return scalars.text(node, "text", "Write a sentence.");
  }

  private Optional<String> metric(Node node) {
    String name = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (Quantity.named(name).isPresent()) {
      return Optional.of(name);
    }
    problems.add(
        node,
        "metric must be throughput or one of the metrics, was " + Scalars.shown(node),
        NearestName.advice(name, Quantity.names()));
    return Optional.empty();
  }

  private @Nullable Double number(Fields fields, String key) {
    OptionalDouble value =
        fields
            .get(key)
            .map(node -> scalars.quantity(node, key, Dimension.RATIO))
            .orElse(OptionalDouble.empty());
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private Contrast contrast(Fields fields) {
    Map<String, String> at = fields.get("at").map(node -> cells(node, "at")).orElse(Map.of());
    Map<String, String> of = some(at, fields, "of");
    Map<String, String> over = some(at, fields, "over");
    if (!of.isEmpty() && of.equals(over)) {
      problems.add(
          fields.key("over").orElse(fields.node()),
          "over must be other cells than of, was the same",
          "Name another level of one factor.");
    } else if (!of.keySet().equals(over.keySet()) && !of.isEmpty() && !over.isEmpty()) {
      problems.add(
          fields.key("over").orElse(fields.node()),
          "over must name a level of the same factors as of, was of %s and not of %s"
              .formatted(over.keySet(), of.keySet()),
          "What both have in common stands once under at.");
    }
    return new Contrast(
        of, over, fields.get("minus").isPresent() ? with(at, fields, "minus") : null);
  }

  /** Those of no level at all would be every cell, over itself. */
  private Map<String, String> some(Map<String, String> at, Fields fields, String key) {
    Optional<Node> empty =
        fields
            .get(key)
            .filter(node -> node instanceof MappingNode mapping && mapping.getValue().isEmpty());
    if (empty.isEmpty()) {
      return with(at, fields, key);
    }
    problems.add(
        empty.get(),
        key + " must name at least one level, named none",
        "Name cells by levels, such as %s: {mode: virtual}.".formatted(key));
    return Map.of();
  }

  private Map<String, String> with(Map<String, String> at, Fields fields, String key) {
    Map<String, String> all = new HashMap<>(at);
    fields
        .require(key, "Name cells by levels, such as %s: {mode: virtual}.".formatted(key))
        .ifPresent(node -> all.putAll(cells(node, key)));
    return all;
  }

  private Map<String, String> cells(Node node, String name) {
    Map<String, String> chosen = new HashMap<>();
    String advice = "Name cells by levels, such as %s: {mode: virtual}.".formatted(name);
    for (Entries.Entry entry : Entries.of(node, name, advice, problems)) {
      List<String> known = levels.get(entry.name());
      String level = entry.value() instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (known == null) {
        Set<String> factors = new HashSet<>(levels.keySet());
        problems.add(
            entry.key(),
            "factor must be one of the study's, was " + Scalars.quoted(entry.name()),
            NearestName.advice(entry.name(), factors));
      } else if (!known.contains(level)) {
        problems.add(
            entry.value(),
            "level must be one of %s, was %s".formatted(entry.name(), Scalars.shown(entry.value())),
            NearestName.advice(level, known));
      } else {
        chosen.put(entry.name(), level);
      }
    }
    return chosen;
  }
}
