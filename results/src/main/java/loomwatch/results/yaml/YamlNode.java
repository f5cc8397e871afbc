package loomwatch.results.yaml;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;
import loomwatch.results.yaml.BadFileException.Problems;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value of a YAML file with its place and its name, and the conversions of all readers.
 *
 * <p>A conversion throws {@link InvalidValueException} for an invalid value. The enclosing mapping
 * or list records that as a problem and continues with the next value, so that all problems of a
 * file are reported at once. Stand-ins for invalid values never leave a reader, because {@link
 * #read} returns empty if the value had a problem, and {@link YamlFile.Format#read} throws at the
 * end.
 */
public final class YamlNode {
  private static final int MOST_SHOWN = 60;

  /** Nine digits always fit an int. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

  private final Node node;
  private final String name;
  private final Problems problems;

  YamlNode(Node node, String name, Problems problems) {
    this.node = node;
    this.name = name;
    this.problems = problems;
  }

  public static final class InvalidValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    private InvalidValueException(Problem problem) {
      super(problem.message(), null, false, false);
      this.problem = problem;
    }
  }

  public YamlNode named(String other) {
    return new YamlNode(node, other, problems);
  }

  public boolean isScalar() {
    return node instanceof ScalarNode;
  }

  public boolean isMapping() {
    return node instanceof MappingNode;
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  public boolean isNull() {
    return isA(Tag.NULL);
  }

  public boolean isEmpty() {
    return switch (node) {
      case MappingNode mapping -> mapping.getValue().isEmpty();
      case SequenceNode list -> list.getValue().isEmpty();
      default -> false;
    };
  }

  public boolean has(Predicate<String> scalar, int deep) {
    return switch (node) {
      case ScalarNode one -> scalar.test(one.getValue());
      case MappingNode mapping when deep > 0 ->
          mapping.getValue().stream()
              .anyMatch(tuple -> within(tuple.getValueNode()).has(scalar, deep - 1));
      case SequenceNode list when deep > 0 ->
          list.getValue().stream().anyMatch(value -> within(value).has(scalar, deep - 1));
      default -> false;
    };
  }

  private YamlNode within(Node value) {
    return new YamlNode(value, name, problems);
  }

  public List<String> names() {
    return switch (node) {
      case MappingNode mapping ->
          mapping.getValue().stream().map(tuple -> within(tuple.getKeyNode()).raw()).toList();
      case SequenceNode list -> list.getValue().stream().map(each -> within(each).raw()).toList();
      default -> List.of();
    };
  }

  public Optional<YamlNode> get(String key) {
    int at = isMapping() ? names().indexOf(key) : -1;
    return node instanceof MappingNode mapping && at >= 0
        ? Optional.of(new YamlNode(mapping.getValue().get(at).getValueNode(), key, problems))
        : Optional.empty();
  }

  boolean isWhole() {
    return isA(Tag.INT);
  }

  private boolean isA(Tag tag) {
    return node instanceof ScalarNode && node.getTag().equals(tag);
  }

  public String raw() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  public String shown() {
    return switch (node) {
      case ScalarNode scalar when isNull() -> "nothing";
      case ScalarNode scalar -> quoted(scalar.getValue());
      case SequenceNode list -> isEmpty() ? "an empty list" : "a list";
      default -> "a mapping";
    };
  }

  public static String quoted(String text) {
    return "\"" + (text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…") + "\"";
  }

  public Position position() {
    return problems.position(node.getStartMark());
  }

  /** Returns a character's place in a literal scalar, or the place of the whole value. */
  private Position position(int index) {
    Position start = position();
    int length = raw().codePointCount(0, raw().length());
    Mark from = node.getStartMark().orElseThrow();
    Mark to = node.getEndMark().orElseThrow();
    int width = from.getLine() == to.getLine() ? to.getColumn() - from.getColumn() : 0;
    int quotes = width - length;
    return quotes == 0 || quotes == 2
        ? new Position(
            start.file(),
            start.line(),
            start.column() + quotes / 2 + raw().codePointCount(0, index))
        : start;
  }

  public void problem(String message, String advice) {
    problems.add(position(), message, advice);
  }

  public void problemAt(int index, String message, String advice) {
    problems.add(position(index), message, advice);
  }

  /** Returns an exception for a value that cannot be used. */
  public InvalidValueException invalid(String message, String advice) {
    return new InvalidValueException(problems.problem(position(), message, advice));
  }

  public InvalidValueException invalidAt(int index, String message, String advice) {
    return new InvalidValueException(problems.problem(position(index), message, advice));
  }

  /** Refuses the value unless the rule holds, which begins with {@code must}. */
  public void require(boolean holds, String rule, String advice) {
    if (!holds) {
      throw invalid(name + " " + rule + ", was " + shown(), advice);
    }
  }

  /** Reads the value by a function; records a problem and returns empty if it is invalid. */
  public <T> Optional<T> read(Function<YamlNode, T> as) {
    int before = problems.count();
    try {
      T made = as.apply(this);
      return problems.count() == before ? Optional.of(made) : Optional.empty();
    } catch (InvalidValueException e) {
      problems.add(e.problem);
      return Optional.empty();
    }
  }

  public String text(String advice) {
    require(isA(Tag.STR) && !raw().isBlank(), "must be text", advice);
    return raw();
  }

  public String matching(Pattern form, String rule, String advice) {
    require(form.matcher(raw()).matches(), rule, advice);
    return raw();
  }

  public String oneOf(Collection<String> known, String rule, String advice) {
    require(known.contains(raw()), rule, advice);
    return raw();
  }

  /** Returns one of several names; advice for others suggests the nearest. */
  public String oneOf(Collection<String> known, String rule) {
    return oneOf(known, rule, NearestName.advice(raw(), known));
  }

  public boolean flag(String advice) {
    require(isA(Tag.BOOL), "must be true or false", advice);
    return Boolean.parseBoolean(raw());
  }

  public double quantity(Dimension dimension) {
    boolean fits = isScalar() && (!dimension.plain() || isA(Tag.INT) || isA(Tag.FLOAT));
    OptionalDouble value = fits ? dimension.parse(raw()) : OptionalDouble.empty();
    require(value.isPresent(), "must be " + dimension.phrase(), dimension.units());
    return value.orElseThrow();
  }

  public Duration duration(Duration least, Duration most, String rule, String advice) {
    double seconds = quantity(Dimension.TIME);
    require(seconds >= least.toNanos() / 1e9 && seconds <= most.toNanos() / 1e9, rule, advice);
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  public int whole(int least, int most) {
    int value = isA(Tag.INT) && DIGITS.matcher(raw()).matches() ? Integer.parseInt(raw()) : -1;
    require(
        value >= least && value <= most,
        "must be a whole number from %d to %d".formatted(least, most),
        "Write digits alone.");
    return value;
  }

  public String name() {
    return name;
  }

  Problems problems() {
    return problems;
  }

  /** Returns a mapping of known keys; unknown and repeated ones are problems. */
  public YamlMapping mapping(List<String> keys) {
    require(isMapping(), "must be a mapping", "Its keys are: " + String.join(", ", keys) + ".");
    return new YamlMapping(this, entries((MappingNode) node, keys));
  }

  /** Returns entries with freely chosen names; repeated ones are problems. */
  public List<YamlMapping.Entry> entries(String each, String advice) {
    require(isMapping(), "must be a mapping", advice);
    return entries((MappingNode) node, List.of()).stream()
        .map(entry -> new YamlMapping.Entry(entry.name(), entry.key(), entry.value().named(each)))
        .toList();
  }

  private List<YamlMapping.Entry> entries(MappingNode mapping, List<String> keys) {
    Map<String, YamlMapping.Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlNode key = new YamlNode(tuple.getKeyNode(), "key", problems);
      String called = key.isScalar() ? key.raw() : key.shown();
      if (!keys.isEmpty() && !keys.contains(called)) {
        key.problem(
            "key must be one of " + String.join(", ", keys) + ", was " + quoted(called),
            NearestName.advice(called, keys));
        continue;
      }
      YamlNode value = new YamlNode(tuple.getValueNode(), called, problems);
      YamlMapping.Entry earlier =
          entries.putIfAbsent(called, new YamlMapping.Entry(called, key, value));
      if (earlier != null) {
        Position first = earlier.key().position();
        clash(
            key.position(),
            first,
            (keys.isEmpty() ? quoted(called) : called)
                + " must be given once, was given at "
                + first
                + " too",
            "Remove one of the two.");
      }
    }
    return List.copyOf(entries.values());
  }

  public void clash(Position at, Position other, String message, String advice) {
    problems.addClash(at, other, message, advice);
  }

  /**
   * Returns the values of a list.
   *
   * @param each name of a value in messages
   */
  public List<YamlNode> list(String each, String rule, String advice) {
    require(isList(), rule, advice);
    return ((SequenceNode) node)
        .getValue().stream().map(value -> new YamlNode(value, each, problems)).toList();
  }

  public static <T> List<T> each(List<YamlNode> values, Function<YamlNode, T> as) {
    return values.stream().flatMap(value -> value.read(as).stream()).toList();
  }
}
