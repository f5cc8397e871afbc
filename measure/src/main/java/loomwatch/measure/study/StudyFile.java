package loomwatch.measure.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.study.StudyFactor.LoadPart;
import loomwatch.results.Metric;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.files.Sha256;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyMetric;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file of {@code studies/}. {@code study.schema.json} in this package describes
 * the format for editors; the reader is stricter.
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
 *
 * @param file as it was named to the reader
 * @param design the part that is recorded
 * @param cells with their launches, in the order of the design
 * @param window length of each window
 * @param windows per launch
 * @param think time between an answer and the next request in a closed loop
 */
public record StudyFile(
    Path file,
    StudyDesign design,
    List<PlannedCell> cells,
    Duration window,
    int windows,
    Duration think) {
  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          YamlMapping.keys("schema title service loop load factors claims rounds window windows"),
          "schema and factors",
          "Write them.");
  private static final List<String> LOAD =
      Stream.concat(StudyFactor.Reader.LOAD.stream(), Stream.of("think")).toList();
  private static final int USUAL_ROUNDS = 6;
  private static final int USUAL_WINDOWS = 6;
  private static final Duration USUAL_WINDOW = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  public StudyFile {
    cells = List.copyOf(cells);
  }

  /**
   * A cell and how it is launched.
   *
   * @param scenario its load; empty for a benchmark
   * @param benchmark of the JMH suite; empty for a server
   */
  public record PlannedCell(
      StudyCell cell,
      StudyService service,
      VariantPart part,
      Optional<Scenario> scenario,
      Optional<String> benchmark) {}

  /**
   * The service settings of a level. Unset fields are null.
   *
   * @param service another service file than the study's
   * @param jdk version or home of a JDK
   * @param flags of the server's JVM, after those of other levels
   * @param args after those of its start and of other levels
   * @param environment variables that override those of the service
   */
  public record VariantPart(
      @Nullable Path service,
      @Nullable String ref,
      @Nullable String tomcat,
      @Nullable String jdk,
      List<String> flags,
      List<String> args,
      Map<String, String> environment) {
    static final VariantPart NONE =
        new VariantPart(null, null, null, null, List.of(), List.of(), Map.of());

    public VariantPart {
      flags = List.copyOf(flags);
      args = List.copyOf(args);
      environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }

    public boolean isBuilt() {
      return ref != null || tomcat != null;
    }

    VariantPart over(VariantPart other) {
      Map<String, String> variables = new TreeMap<>(other.environment);
      variables.putAll(environment);
      return new VariantPart(
          StudyFactor.either(service, other.service),
          StudyFactor.either(ref, other.ref),
          StudyFactor.either(tomcat, other.tomcat),
          StudyFactor.either(jdk, other.jdk),
          Stream.concat(other.flags.stream(), flags.stream()).toList(),
          Stream.concat(other.args.stream(), args.stream()).toList(),
          variables);
    }
  }

  /**
   * A service that a study measures.
   *
   * @param file its service file; empty for the demo server
   */
  public record StudyService(Optional<Path> file, Catalogue catalogue) {
    public static final StudyService SHIPPED =
        new StudyService(Optional.empty(), Catalogue.SHIPPED);

    public static StudyService of(Path path) {
      return new StudyService(Optional.of(path), Catalogue.of(ServiceFile.read(path)));
    }
  }

  public List<Scenario> scenarios() {
    Map<String, Scenario> byName = new LinkedHashMap<>();
    cells.forEach(cell -> cell.scenario().ifPresent(load -> byName.put(load.name(), load)));
    return List.copyOf(byName.values());
  }

  public boolean ofCapacity() {
    return anyOf(design.claims(), Metric.CAPACITY);
  }

  private static boolean anyOf(List<Claim> claims, Metric metric) {
    return claims.stream().anyMatch(claim -> claim.quantity().equals(metric.label()));
  }

  public Map<String, PlannedCell> variants() {
    Map<String, PlannedCell> byName = new LinkedHashMap<>();
    cells.forEach(cell -> byName.putIfAbsent(cell.cell().variant(), cell));
    return byName;
  }

  public Collection<String> benchmarks() {
    return cells.stream().map(PlannedCell::benchmark).flatMap(Optional::stream).distinct().toList();
  }

  public static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  /**
   * Reads the file and reports all its problems at once.
   *
   * @param file its name appears in messages as given here; the study is named by it without ending
   * @throws loomwatch.results.yaml.BadFileException if it cannot be read or is invalid
   */
  public static StudyFile read(Path file, StudyService usual) {
    return parse(
        file, YamlFile.text(file, "Name an existing file; study --list says which."), usual);
  }

  static StudyFile parse(Path file, String text, StudyService usual) {
    return FORMAT.read(file.toString(), text, root -> read(file, text, root, usual));
  }

  private static StudyFile read(Path file, String text, YamlMapping root, StudyService usual) {
    Loop loop = root.optional("loop", Loop.OPEN, StudyFile::loop);
    StudyFactor.Reader reader =
        new StudyFactor.Reader(
            Objects.requireNonNullElse(file.toAbsolutePath().normalize().getParent(), Path.of("/")),
            loop,
            root.get("factors").map(YamlNode::names).orElse(List.of()),
            root.get("load").flatMap(load -> load.get("get")).map(YamlNode::raw).orElse(""));
    Optional<YamlMapping> asked = root.optional("load", node -> node.mapping(LOAD));
    LoadPart load = asked.map(reader::load).orElse(LoadPart.NONE);
    Duration think =
        asked
            .map(all -> all.optional("think", Duration.ZERO, StudyFile::think))
            .orElse(Duration.ZERO);
    List<StudyFactor> factors =
        root.required("factors", StudyFactor.ADVICE, reader::read).orElse(List.of());
    StudyService service = root.optional("service", usual, node -> service(node, reader));
    YamlNode place = root.key("load").or(() -> root.key("factors")).orElse(root.node());
    // An invalid level would be reported again for every cell.
    List<PlannedCell> cells =
        root.isSound()
            ? new LevelCombinations(factors, load, loop, service, place).all()
            : List.of();
    List<Claim> claims =
        root.optional("claims", List.of(), new Claims(levels(root.get("factors")))::read);
    requireObjective(claims, cells, loop, place);
    String name = name(file);
    String title = root.optional("title", name, node -> node.text("Write a phrase."));
    int rounds = root.optional("rounds", USUAL_ROUNDS, node -> node.whole(2, 100));
    Duration window = root.optional("window", USUAL_WINDOW, StudyFile::window);
    int windows = root.optional("windows", USUAL_WINDOWS, node -> node.whole(1, 100));
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
            rounds);
    return new StudyFile(file, design, cells, window, windows, think);
  }

  private static Map<String, List<String>> levels(Optional<YamlNode> factors) {
    Map<String, List<String>> levels = new HashMap<>();
    factors.ifPresent(all ->
        all.names()
            .forEach(
                name -> levels.put(name, all.get(name).map(YamlNode::names).orElse(List.of()))));
    return levels;
  }

  /** Requires the same objective in all cells if a claim is of capacity or slow requests. */
  private static void requireObjective(
      List<Claim> claims, List<PlannedCell> cells, Loop loop, YamlNode place) {
    boolean capacity = anyOf(claims, Metric.CAPACITY);
    if (!capacity && !anyOf(claims, Metric.SLOW_SHARE)) {
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

  private static Duration think(YamlNode node) {
    return node.duration(
        Duration.ZERO,
        LONGEST,
        "must be at most 60 s",
        "Write how long users wait before they ask again, such as think: 100 ms.");
  }

  private static Duration window(YamlNode node) {
    return node.duration(
        Duration.ofMillis(100),
        LONGEST,
        "must be from 100 ms to 60 s",
        "Write how long each stretch of load lasts, such as window: 1 s.");
  }

  private static StudyService service(YamlNode node, StudyFactor.Reader reader) {
    String advice = "Name a service file by its path from here, or write service: shipped.";
    String text = node.text(advice);
    return text.equals("shipped")
        ? StudyService.SHIPPED
        : StudyService.of(reader.path(node, text, advice));
  }

  private record Claims(Map<String, List<String>> levels) {
    private static final String ADVICE =
        "Write each under its name, such as lighter: {metric: rss-after-load, of: {gc: serial},"
            + " over: {gc: g1}, at-most: 0.9}.";
    private static final List<String> KEYS =
        YamlMapping.keys("says source metric at of over minus against at-least at-most published");
    private static final List<String> CONTRAST = YamlMapping.keys("at of over minus");

    List<Claim> read(YamlNode node) {
      return node.entries("claim", ADVICE).stream()
          .flatMap(entry ->
              entry.value().read(claim -> claim(entry.name(), claim.mapping(KEYS))).stream())
          .toList();
    }

    private Claim claim(String name, YamlMapping claim) {
      String metric =
          claim
              .required(
                  "metric",
                  "Name what is compared, such as throughput.",
                  node ->
                      node.oneOf(StudyMetric.names(), "must be throughput or one of the metrics"))
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
          claim.optional("says", name.replace('-', ' '), Claims::sentence),
          claim.optional("source", Claims::sentence).orElse(null),
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

    /** Requires at least one level, as none would select every cell. */
    private Map<String, String> some(Map<String, String> at, YamlMapping contrast, String key) {
      return contrast
          .required(
              key,
              advice(key),
              node -> {
                if (node.isEmpty() && node.isMapping()) {
                  throw node.invalid(
                      key + " must name at least one level, named none", advice(key));
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
        List<String> known = levels.get(factor);
        if (known == null) {
          entry
              .key()
              .problem(
                  "factor must be one of the study's, was " + YamlNode.quoted(factor),
                  NearestName.advice(factor, levels.keySet()));
        } else {
          entry
              .value()
              .read(level -> level.oneOf(known, "must be one of " + factor))
              .ifPresent(level -> chosen.put(factor, level));
        }
      }
      return chosen;
    }
  }
}
