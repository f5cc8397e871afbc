package loomwatch.measure.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.measure.study.LevelCombinations.LoadPart;
import loomwatch.measure.study.FactorsReader.Factor;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyFile.StudySubject;
import loomwatch.results.Metric;
import loomwatch.results.NearestName;
import loomwatch.results.files.Sha256;
import loomwatch.results.study.Quantity;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads a study's file; tells every problem of it at once. The format is described for editors by
 * {@code study.schema.json} beside this class; the reader is stricter.
 *
 * <pre>
 * schema: 1
 * title: Our pool size
 * load: {scenario: items}
 * factors:
 *   max-threads: [50, 100, 200]
 * claims:
 *   enough:
 *     metric: throughput
 *     of: {max-threads: 200}
 *     over: {max-threads: 100}
 *     at-most: 1.05
 * </pre>
 */
public final class StudyFileReader {
  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          YamlMapping.keys("schema title subject loop load factors claims blocks slice slices"),
          "schema and factors",
          "Write them.");
  private static final List<String> LOAD =
      Stream.concat(FactorsReader.LOAD.stream(), Stream.of("think")).toList();
  private static final String SHIPPED = "shipped";
  private static final int USUAL_BLOCKS = 6;
  private static final int USUAL_SLICES = 6;
  private static final Duration USUAL_SLICE = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private StudyFileReader() {}

  /**
   * Reads the file.
   *
   * @param file its name appears in messages as given here; without its ending it is the study's
   * @param usual what is measured when the file does not say
   * @throws BadFileException when it cannot be read, or not every word of it makes sense
   */
  public static StudyFile read(Path file, StudySubject usual) {
    return parse(
        file, YamlFile.text(file, "Name an existing file; study --list tells which."), usual);
  }

  static StudyFile parse(Path file, String text, StudySubject usual) {
    return FORMAT.read(file.toString(), text, root -> read(file, text, root, usual));
  }

  /** What a file of that name is called. */
  public static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  private static StudyFile read(Path file, String text, YamlMapping root, StudySubject usual) {
    Loop loop = root.optional("loop", Loop.OPEN, StudyFileReader::loop);
    FactorsReader reader =
        new FactorsReader(
            folder(file),
            loop,
            root.get("factors").map(YamlNode::names).orElse(List.of()),
            root.get("load").flatMap(load -> load.get("get")).map(YamlNode::raw).orElse(""));
    Load load = root.optional("load", Load.NONE, node -> load(node.mapping(LOAD), reader));
    List<Factor> factors =
        root.required("factors", FactorsReader.ADVICE, reader::read).orElse(List.of());
    StudySubject subject = root.optional("subject", usual, node -> subject(node, reader));
    YamlNode place = root.key("load").or(() -> root.key("factors")).orElse(root.node());
    // What a level could not say would be told again of every cell that has it.
    List<PlannedCell> cells =
        root.isSound() ? new LevelCombinations(factors, load.part(), loop, subject, place).all() : List.of();
    List<Claim> claims =
        root.optional("claims", List.of(), new ClaimsReader(levels(root.get("factors")))::read);
    requireObjective(claims, cells, loop, place);
    String name = name(file);
    String title = root.optional("title", name, node -> node.text("Write a phrase."));
    int blocks = root.optional("blocks", USUAL_BLOCKS, node -> node.whole(2, 100));
    Duration slice = root.optional("slice", USUAL_SLICE, StudyFileReader::slice);
    int slices = root.optional("slices", USUAL_SLICES, node -> node.whole(1, 100));
    root.requireSound();
    StudyDesign design =
        new StudyDesign(
            name,
            title,
            Sha256.of(text),
            loop,
            factors.stream()
                .map(factor -> new StudyDesign.Factor(factor.name(), factor.levelNames()))
                .toList(),
            cells.stream().map(PlannedCell::cell).toList(),
            claims,
            blocks);
    return new StudyFile(file, design, cells, slice, slices, load.think());
  }

  /** Names of levels by factor, also of those with problems. */
  private static Map<String, List<String>> levels(Optional<YamlNode> factors) {
    Map<String, List<String>> levels = new HashMap<>();
    factors.ifPresent(all ->
        all.names()
            .forEach(
                name -> levels.put(name, all.get(name).map(YamlNode::names).orElse(List.of()))));
    return levels;
  }

  /** What the study says of the load of all cells. */
  private record Load(LoadPart part, Duration think) {
    static final Load NONE = new Load(LoadPart.NONE, Duration.ZERO);
  }

  private static Load load(YamlMapping load, FactorsReader reader) {
    return new Load(
        reader.load(load),
        load.optional(
            "think",
            Duration.ZERO,
            node ->
                node.duration(
                    Duration.ZERO,
                    LONGEST,
                    "must be at most 60 s",
                    "Write how long users wait before they ask again, such as think: 100 ms.")));
  }

  /**
   * A capacity is the highest rate at which a promise is kept: the same one of every cell. The
   * share of slow requests is of those that do not keep it.
   */
  private static void requireObjective(
      List<Claim> claims, List<PlannedCell> cells, Loop loop, YamlNode place) {
    boolean capacity = StudyFile.ofCapacity(claims);
    if (!capacity && !StudyFile.anyOf(claims, Metric.SLOW_SHARE)) {
      return;
    }
    if (capacity && loop == Loop.CLOSED) {
      place.problem(
          "loop must be open where a claim is of capacity, was closed",
          "A closed loop has no rate: leave loop out.");
    } else if (cells.stream()
        .flatMap(cell -> cell.scenario().stream())
        .anyMatch(scenario -> scenario.objective() == null)) {
      place.problem(
          "load must have an objective where a claim is of %s, had none"
              .formatted((capacity ? Metric.CAPACITY : Metric.SLOW_SHARE).label()),
          "Write what is promised, such as objective: 99 % within 100 ms.");
    }
  }

  private static Loop loop(YamlNode node) {
    String label =
        node.oneOf(
            List.of("open", "closed"),
            "must be open or closed",
            "Leave it out for an open one: at a fixed rate.");
    return label.equals("open") ? Loop.OPEN : Loop.CLOSED;
  }

  private static Duration slice(YamlNode node) {
    return node.duration(
        Duration.ofMillis(100),
        LONGEST,
        "must be from 100 ms to 60 s",
        "Write how long each stretch of load lasts, such as slice: 1 s.");
  }

  private static StudySubject subject(YamlNode node, FactorsReader reader) {
    String advice = "Name a subject file by its path from here, or write subject: shipped.";
    String text = node.text(advice);
    return text.equals(SHIPPED)
        ? StudySubject.SHIPPED
        : StudySubject.of(reader.path(node, text, advice));
  }

  private static Path folder(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return Objects.requireNonNullElse(absolute.getParent(), absolute);
  }

  /** Reads {@code claims}: inequalities over contrasts. */
  static final class ClaimsReader {
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
}
