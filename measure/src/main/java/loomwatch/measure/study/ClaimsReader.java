package loomwatch.measure.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.NearestName;
import loomwatch.results.study.Quantity;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads {@code claims}: inequalities over contrasts. */
final class ClaimsReader {
  private static final String ADVICE =
      "Write each under its name, such as lighter: {metric: rss-after-load, of: {gc: serial}, over:"
          + " {gc: g1}, at-most: 0.9}.";

  private static final List<String> KEYS =
      YamlMapping.keys("says source metric at of over minus against at-least at-most published");
  private static final List<String> CONTRAST = YamlMapping.keys("at of over minus");

  private final Map<String, List<String>> levels;

  /** Of a study with those levels of each factor. */
  ClaimsReader(Map<String, List<String>> levels) {
    this.levels = Map.copyOf(levels);
  }

  List<Claim> read(YamlNode node) {
    return node.entries("claim", ADVICE).stream()
        .flatMap(
            entry -> entry.value().read(claim -> claim(entry.name(), claim.mapping(KEYS))).stream())
        .toList();
  }

  private Claim claim(String name, YamlMapping claim) {
    String metric =
        claim
            .required(
                "metric",
                "Name what is compared, such as throughput.",
                node -> node.oneOf(Quantity.names(), "must be throughput or one of the metrics"))
            .orElse("throughput");
    Contrast contrast = contrast(claim);
    @Nullable Contrast against =
        claim.optional("against", node -> contrast(node.mapping(CONTRAST))).orElse(null);
    @Nullable Double atLeast = number(claim, "at-least");
    @Nullable Double atMost = number(claim, "at-most");
    if (!claim.has("at-least") && !claim.has("at-most")) {
      throw claim
          .node()
          .invalid(
              "claim must have at-least, at-most or both, had neither",
              "Write what the ratio must be, such as at-least: 1.5.");
    }
    if (atLeast != null && atMost != null && atLeast > atMost) {
      claim.refuse("at-least", "at-least must be at most at-most, was above it", "Swap the two.");
      atMost = atLeast;
    }
    return new Claim(
        name,
        claim.optional("says", name.replace('-', ' '), ClaimsReader::sentence),
        claim.optional("source", ClaimsReader::sentence).orElse(null),
        metric,
        contrast,
        against,
        atLeast,
        atLeast == null && atMost == null ? Double.valueOf(1) : atMost,
        number(claim, "published"));
  }

  private static String sentence(YamlNode node) {
    return node.text("Write a sentence.");
  }

  private static @Nullable Double number(YamlMapping claim, String key) {
    return claim.optional(key, node -> node.quantity(Dimension.RATIO)).orElse(null);
  }

  private Contrast contrast(YamlMapping contrast) {
    Map<String, String> at = contrast.optional("at", Map.of(), this::cells);
    Map<String, String> of = some(at, contrast, "of");
    Map<String, String> over = some(at, contrast, "over");
    if (!of.isEmpty() && of.equals(over)) {
      contrast.refuse(
          "over",
          "over must be other cells than of, was the same",
          "Name another level of one factor.");
    } else if (!of.keySet().equals(over.keySet()) && !of.isEmpty() && !over.isEmpty()) {
      contrast.refuse(
          "over",
          "over must name a level of the same factors as of, was of %s and not of %s"
              .formatted(over.keySet(), of.keySet()),
          "What both have in common stands once under at.");
    }
    return new Contrast(
        of, over, contrast.optional("minus", node -> with(at, cells(node))).orElse(null));
  }

  /** Those of no level at all would be every cell, over itself; none where there is a problem. */
  private Map<String, String> some(Map<String, String> at, YamlMapping contrast, String key) {
    return contrast
        .required(
            key,
            advice(key),
            node -> {
              if (node.isEmpty() && node.isMapping()) {
                throw node.invalid(key + " must name at least one level, named none", advice(key));
              }
              return with(at, cells(node));
            })
        .orElse(Map.of());
  }

  private static Map<String, String> with(Map<String, String> at, Map<String, String> cells) {
    Map<String, String> all = new HashMap<>(at);
    all.putAll(cells);
    return all;
  }

  private static String advice(String key) {
    return "Name cells by levels, such as %s: {mode: virtual}.".formatted(key);
  }

  private Map<String, String> cells(YamlNode node) {
    Map<String, String> chosen = new HashMap<>();
    for (YamlMapping.Entry entry : node.entries("level", advice(node.name()))) {
      String factor = entry.name();
      Optional<List<String>> known = Optional.ofNullable(levels.get(factor));
      if (known.isEmpty()) {
        entry
            .key()
            .problem(
                "factor must be one of the study's, was " + YamlNode.quoted(factor),
                NearestName.advice(factor, levels.keySet()));
      } else {
        entry
            .value()
            .read(level -> level.oneOf(known.get(), "must be one of " + factor))
            .ifPresent(level -> chosen.put(factor, level));
      }
    }
    return chosen;
  }
}
