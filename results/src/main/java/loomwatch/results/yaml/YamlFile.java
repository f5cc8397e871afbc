package loomwatch.results.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;
import loomwatch.results.yaml.BadFileException.Problems;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Reads a file's text and its single YAML document, limited to a size that can be reviewed. */
public final class YamlFile {
  public static final int MOST_BYTES = 1 << 18;

  private static final LoadSettings SETTINGS = LoadSettings.builder().build();

  public static final String SCHEMA = "1";

  private static final String VERSION =
      "Write schema: " + SCHEMA + "; this is the version described here.";

  private YamlFile() {}

  private static String version(YamlNode schema) {
    schema.require(schema.isWhole() && schema.raw().equals(SCHEMA), "must be " + SCHEMA, VERSION);
    return SCHEMA;
  }

  /**
   * Reads the file's text.
   *
   * @throws BadFileException if it cannot be read, is no UTF-8 or too large
   */
  public static String text(Path file, String ifUnreadable) {
    String name = file.toString();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unreadable(
            name,
            "file must have at most " + MOST_BYTES + " bytes, had more",
            "Nobody could review it: name another, or leave out what is no longer needed.");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw unreadable(name, "file must be UTF-8, was not", "Save it as UTF-8.");
    } catch (IOException e) {
      throw unreadable(
          name, "file must be readable, was not: " + e.getClass().getSimpleName(), ifUnreadable);
    }
  }

  /**
   * A kind of file.
   *
   * @param keys those of its root, including {@code schema}
   * @param needed the required ones, in words
   * @param ifEmpty advice for an empty file
   */
  public record Format(List<String> keys, String needed, String ifEmpty) {
    public Format {
      keys = List.copyOf(keys);
    }

    /**
     * Reads the file's root by a function.
     *
     * @throws BadFileException with all problems, if there are any
     */
    public <T> T read(String name, String text, Function<YamlMapping, T> as) {
      Problems problems = new Problems(name, text);
      Optional<YamlNode> root =
          compose(text, problems).map(node -> new YamlNode(node, "file", problems));
      if (root.isEmpty() && !problems.any()) {
        problems.add(new Position(name, 1, 1), "file must have " + needed + ", was empty", ifEmpty);
      }
      Optional<T> made =
          root.flatMap(node ->
              node.read(file -> {
                YamlMapping mapping = file.mapping(keys);
                mapping.required("schema", VERSION, YamlFile::version);
                return as.apply(mapping);
              }));
      problems.throwIfAny();
      return made.orElseThrow();
    }
  }

  /**
   * Reads one value of a file by a function, ignoring the rest.
   *
   * @return empty also if the file is no YAML
   * @throws BadFileException if the value has problems
   */
  public static <T> Optional<T> find(
      String name, String text, List<String> path, Function<YamlNode, T> as) {
    Problems problems = new Problems(name, text);
    Optional<YamlNode> found =
        compose(text, new Problems(name, text)).map(root -> new YamlNode(root, "file", problems));
    for (String key : path) {
      found = found.flatMap(node -> node.get(key));
    }
    Optional<T> made = found.flatMap(node -> node.read(as));
    problems.throwIfAny();
    return made;
  }

  public static Optional<Node> compose(String text, Problems problems) {
    StreamReader reader = new StreamReader(SETTINGS, text);
    try {
      return new Composer(SETTINGS, new ShallowParser(new ParserImpl(SETTINGS, reader)))
          .getSingleNode();
    } catch (MarkedYamlEngineException e) {
      problems.add(
          problems.position(e.getProblemMark()),
          "file must be YAML, was not: " + e.getProblem(),
          advice(e.getProblem()));
    } catch (ReaderException e) {
      problems.add(
          problems.position(e.getPosition()),
          "file must be YAML, was not: character U+%04X is not allowed".formatted(e.getCodePoint()),
          "Leave it out, or write it in double quotes as \\U%08X.".formatted(e.getCodePoint()));
    } catch (IllegalArgumentException e) {
      // The parser accepts escaped characters beyond Unicode.
      problems.add(
          problems.position(reader.getMark()),
          "file must be YAML, was not: no such character",
          "Write \\U and the eight hexadecimal digits of one up to 0010FFFF.");
    } catch (YamlEngineException e) {
      problems.add(
          problems.position(Optional.empty()),
          "file must be YAML, was not: " + e.getMessage(),
          "Write one YAML document.");
    }
    return Optional.empty();
  }

  private static String advice(String problem) {
    if (problem.equals(ShallowParser.TOO_DEEP)) {
      return "Close what was opened by mistake: no file of this kind needs as much.";
    }
    if (problem.contains("TAB")) {
      return "Indent with spaces.";
    }
    if (problem.contains("<block end>")) {
      return "Indent this line as far as the keys above it that belong to the same entry.";
    }
    if (problem.startsWith("mapping values are not allowed")) {
      return "Quote text with a colon in it, such as why: \"p99: the tail\", and check the"
          + " indentation.";
    }
    return "Quote text that begins with a special character, such as scenario: \"*\".";
  }

  private static BadFileException unreadable(String name, String message, String advice) {
    return new BadFileException(
        List.of(new Problem(new Position(name, 1, 1), message, "", advice)));
  }

  /** Refuses deeply nested lists and mappings, as composing them is recursive. */
  private static final class ShallowParser implements Parser {
    private static final int DEEPEST = 20;

    static final String TOO_DEEP = "nested more than " + DEEPEST + " deep";

    private final Parser parser;
    private int depth;

    ShallowParser(Parser parser) {
      this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
      return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
      return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
      return parser.hasNext();
    }

    @Override
    public Event next() {
      Event event = parser.next();
      switch (event.getEventId()) {
        case SequenceStart, MappingStart -> depth++;
        case SequenceEnd, MappingEnd -> depth--;
        case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
      }
      if (depth > DEEPEST) {
        throw new ParserException(TOO_DEEP, event.getStartMark());
      }
      return event;
    }
  }
}
