package loomwatch.measure.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.study.FactorsReader.Factor;
import loomwatch.measure.subject.Numbers;
import loomwatch.results.Metric;
import loomwatch.results.files.Sha256;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import loomwatch.results.yaml.YamlFile;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

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
  /** The version of the format. */
  private static final String SCHEMA = "1";

  private static final String SHIPPED = "shipped";
  private static final List<String> KEYS =
      List.of(
          "schema", "title", "subject", "loop", "load", "factors", "claims", "blocks", "slice",
          "slices");
  private static final List<String> LOAD =
      Stream.concat(LevelReader.LOAD.stream(), Stream.of("think")).toList();
  private static final Numbers.Bounds BLOCKS = new Numbers.Bounds(2, 100);
  private static final Numbers.Bounds SLICES = new Numbers.Bounds(1, 100);
  private static final int USUAL_BLOCKS = 6;
  private static final int USUAL_SLICES = 6;
  private static final double USUAL_SLICE = 1;
  private static final double SHORTEST = 0.1;
  private static final double LONGEST = 60;

  private final Path file;
  private final StudySubject usual;
  private final Problems problems;
  private final Scalars scalars;
  private final Numbers numbers;

  private StudyFileReader(Path file, StudySubject usual, Problems problems) {
    this.file = file;
    this.usual = usual;
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.numbers = new Numbers(problems);
  }

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
    Problems problems = new Problems(file.toString(), text);
    Optional<Node> root = YamlFile.compose(text, problems);
    Optional<Fields> fields = root.flatMap(node -> Fields.of(node, "file", KEYS, problems));
    if (fields.isEmpty() && !problems.any()) {
      problems.add(
          new Position(file.toString(), 1, 1),
          "file must have schema and factors, was empty",
          "Write them.");
    }
    Optional<StudyFile> read =
        fields.map(given -> new StudyFileReader(file, usual, problems).read(given, text));
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** What a file of that name is called. */
  public static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  private StudyFile read(Fields fields, String text) {
    requireSchema(fields);
    Loop loop = fields.get("loop").flatMap(this::loop).orElse(Loop.OPEN);
    LevelReader levels =
        new LevelReader(
            folder(),
            loop,
            fields.get("factors").map(FactorsReader::names).orElse(Set.of()),
            problems);
    Optional<Fields> loads =
        fields.get("load").flatMap(node -> Fields.of(node, "load", LOAD, problems));
    LoadPart load = loads.map(levels::load).orElse(LoadPart.NONE);
    Duration think =
        loads.flatMap(given -> given.get("think")).map(this::think).orElse(Duration.ZERO);
    List<Factor> factors =
        fields
            .require("factors", FactorsReader.ADVICE)
            .map(new FactorsReader(levels, load, problems)::read)
            .orElse(List.of());
    StudySubject subject =
        fields.get("subject").flatMap(node -> subject(node, levels)).orElse(usual);
    // What a level could not say would be told again of every cell that has it.
    List<PlannedCell> cells =
        problems.any()
            ? List.of()
            : new Cells(factors, load, loop, subject, place(fields), problems).all();
    Map<String, List<String>> names =
        factors.stream().collect(Collectors.toMap(Factor::name, Factor::levelNames));
    List<Claim> claims =
        fields.get("claims").map(new ClaimsReader(names, problems)::read).orElse(List.of());
    requireObjective(claims, cells, loop, place(fields));
    String name = name(file);
    StudyDesign design =
        new StudyDesign(
            name,
            fields
                .get("title")
                .flatMap(node -> scalars.text(node, "title", "Write a phrase."))
                .orElse(name),
            Sha256.of(text),
            loop,
            factors.stream()
                .map(factor -> new StudyDesign.Factor(factor.name(), factor.levelNames()))
                .toList(),
            cells.stream().map(PlannedCell::cell).toList(),
            claims,
            whole(fields, "blocks", BLOCKS, USUAL_BLOCKS));
    return new StudyFile(
        file, design, cells, slice(fields), whole(fields, "slices", SLICES, USUAL_SLICES), think);
  }

  /**
   * A capacity is the highest rate at which a promise is kept: the same one of every cell. The
   * share of slow requests is of those that do not keep it.
   */
  private void requireObjective(
      List<Claim> claims, List<PlannedCell> cells, Loop loop, Node place) {
    boolean capacity = StudyFile.ofCapacity(claims);
    if (!capacity && !StudyFile.anyOf(claims, Metric.SLOW_SHARE)) {
      return;
    }
    if (capacity && loop == Loop.CLOSED) {
      problems.add(
          place,
          "loop must be open where a claim is of capacity, was closed",
          "A closed loop has no rate: leave loop out.");
    } else if (cells.stream()
        .flatMap(cell -> cell.scenario().stream())
        .anyMatch(scenario -> scenario.objective() == null)) {
      problems.add(
          place,
          "load must have an objective where a claim is of %s, had none"
              .formatted((capacity ? Metric.CAPACITY : Metric.SLOW_SHARE).label()),
          "Write what is promised, such as objective: 99 % within 100 ms.");
    }
  }

  private Optional<Loop> loop(Node node) {
    String label = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    for (Loop loop : Loop.values()) {
      if (loop.name().toLowerCase(Locale.ROOT).equals(label)) {
        return Optional.of(loop);
      }
    }
    problems.add(
        node,
        "loop must be open or closed, was " + Scalars.shown(node),
        "Leave it out for an open one: at a fixed rate.");
    return Optional.empty();
  }

  private Duration think(Node node) {
    double seconds = scalars.quantity(node, "think", Dimension.TIME).orElse(LONGEST);
    if (seconds > LONGEST) {
      problems.add(
          node,
          "think must be at most 60 s, was " + Scalars.shown(node),
          "Write how long users wait before they ask again, such as think: 100 ms.");
    }
    return Duration.ofNanos(Math.round(Math.min(seconds, LONGEST) * 1e9));
  }

  private static Node place(Fields fields) {
    return fields.key("load").or(() -> fields.key("factors")).orElse(fields.node());
  }

  private int whole(Fields fields, String key, Numbers.Bounds bounds, int otherwise) {
    return fields
        .get(key)
        .map(node -> numbers.whole(node, key, bounds).orElse(otherwise))
        .orElse(otherwise);
  }

  private Duration slice(Fields fields) {
    double seconds =
        fields
            .get("slice")
            .map(node -> {
              double read = scalars.quantity(node, "slice", Dimension.TIME).orElse(USUAL_SLICE);
              if (read < SHORTEST || read > LONGEST) {
                problems.add(
                    node,
                    "slice must be from 100 ms to 60 s, was " + Scalars.shown(node),
                    "Write how long each stretch of load lasts, such as slice: 1 s.");
              }
              return Math.clamp(read, SHORTEST, LONGEST);
            })
            .orElse(USUAL_SLICE);
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private Optional<StudySubject> subject(Node node, LevelReader levels) {
    String advice = "Name a subject file by its path from here, or write subject: shipped.";
    Optional<String> text = scalars.text(node, "subject", advice);
    if (text.isEmpty() || text.get().equals(SHIPPED)) {
      return text.map(shipped -> StudySubject.SHIPPED);
    }
    return text.flatMap(path -> levels.path(node, path)).map(StudySubject::of);
  }

  private Path folder() {
    Path absolute = file.toAbsolutePath().normalize();
    return Objects.requireNonNullElse(absolute.getParent(), absolute);
  }

  private void requireSchema(Fields fields) {
    String advice = "Write schema: " + SCHEMA + "; this is the version described here.";
    fields
        .require("schema", advice)
        .filter(node -> !(node instanceof ScalarNode scalar && scalar.getValue().equals(SCHEMA)))
        .ifPresent(node ->
            problems.add(
                node, "schema must be " + SCHEMA + ", was " + Scalars.shown(node), advice));
  }
}
