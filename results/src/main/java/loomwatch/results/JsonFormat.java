package loomwatch.results;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * A JSON format of Loomwatch: one type, with its version in {@code schema}. Equal values are
 * written as equal bytes.
 *
 * <p>Reading is strict, as in {@link StrictJson}, since partly understood history would be judged
 * as complete. Errors read {@code source:line:column: field must be …, was …; what to do}. If
 * binding fails, the text is scanned again token by token for faults of JSON itself, of the
 * version, and for nulls, as these explain more than Jackson's exceptions, which depend on where in
 * the object graph a fault was found.
 *
 * @param <T> the type; its first component is its {@code schema}
 */
public final class JsonFormat<T> {
  private final JsonMapper mapper;
  private final Class<T> type;
  private final String noun;
  private final int newest;
  private final String remedy;
  private final boolean withNulls;

  private JsonFormat(
      JsonMapper mapper, Class<T> type, String noun, int newest, String remedy, boolean withNulls) {
    this.mapper = mapper;
    this.type = type;
    this.noun = noun;
    this.newest = newest;
    this.remedy = remedy;
    this.withNulls = withNulls;
  }

  /**
   * Returns a format that omits null fields.
   *
   * @param noun name of the type in messages
   * @param newest the newest version that can be read
   * @param remedy what to do with a damaged file
   */
  public static <T> JsonFormat<T> withoutNulls(
      Class<T> type, String noun, int newest, String remedy) {
    return new JsonFormat<>(StrictJson.WITHOUT_NULLS, type, noun, newest, remedy, false);
  }

  /**
   * Returns a format that has every field, null if unknown.
   *
   * @param mapper {@link StrictJson#WITH_NULLS}, or one made from it
   */
  public static <T> JsonFormat<T> withNulls(
      JsonMapper mapper, Class<T> type, String noun, int newest, String remedy) {
    return new JsonFormat<>(mapper, type, noun, newest, remedy, true);
  }

  public String write(T value) {
    return write(mapper, value);
  }

  /** Returns a value as indented JSON with a final newline. */
  public static String write(JsonMapper mapper, Object value) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: our records always have a JSON form", e);
    }
  }

  /**
   * Reads a UTF-8 file, packed or not.
   *
   * @throws RecordException if it cannot be read, has another format, or a newer version
   */
  public T read(Path file) {
    return read(text(file), file.toString());
  }

  String text(Path file) {
    return PackedFile.text(file, noun, remedy);
  }

  /**
   * Reads a value; {@code source} is its name in messages, such as a path.
   *
   * @throws RecordException if it has another format, or a newer version
   */
  public T read(String json, String source) {
    return new Text(json, source, 0).read();
  }

  /**
   * Reads a value that is a part of one line of a file.
   *
   * @param before number of characters in the line before it
   * @throws RecordException if it has another format, or a newer version
   */
  public T readWithin(String json, String source, int before) {
    return new Text(json, source + ":", before).read();
  }

  /** Returns a position to append to a source, such as {@code :3:14}; empty if unknown. */
  public static String position(@Nullable JsonLocation at) {
    return at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
  }

  /** Returns Jackson's message without further lines, which only quote the input. */
  public static String firstLine(JsonProcessingException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
  }

  private final class Text {
    private static final Pattern SCHEMA_FIRST =
        Pattern.compile("\\s*\\{\\s*\"schema\"\\s*:\\s*([1-9]\\d{0,8})\\s*[,}]");

    private final String json;
    private final String source;
    private final int before;

    Text(String json, String source, int before) {
      this.json = json;
      this.source = source;
      this.before = before;
    }

    T read() {
      if (!beginsWithKnownSchema() || !withNulls && json.contains("null")) {
        scan();
      }
      try (JsonParser parser = mapper.createParser(json)) {
        try {
          return mapper.readValue(parser, type);
        } catch (JsonProcessingException e) {
          scan();
          throw fault(e, parser);
        }
      } catch (IOException e) {
        throw new IllegalStateException("cannot happen: a string is always readable", e);
      }
    }

    private boolean beginsWithKnownSchema() {
      var schema = SCHEMA_FIRST.matcher(json);
      return schema.lookingAt() && Integer.parseInt(schema.group(1)) <= newest;
    }

    private void scan() {
      if (json.isBlank()) {
        throw fault(null, noun + " must be a JSON object, was empty");
      }
      try (JsonParser parser = mapper.createParser(json)) {
        try {
          scan(parser);
        } catch (JsonProcessingException e) {
          throw fault(e, parser);
        }
      } catch (IOException e) {
        throw new IllegalStateException("cannot happen: a string is always readable", e);
      }
    }

    private void scan(JsonParser parser) throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw wrongType(parser, noun, "a JSON object");
      }
      boolean found = false;
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        if (name.equals("schema")) {
          found = true;
          requireKnownSchema(parser);
        }
        requireNoNull(parser);
      }
      if (parser.nextToken() != null) {
        throw fault(
            parser.currentTokenLocation(),
            noun + " must be one JSON object, was followed by " + found(parser));
      }
      if (!found) {
        throw new RecordException(
            "%s: schema must be at most %d, was missing: this is no %s of Loomwatch's"
                .formatted(source, newest, noun));
      }
    }

    private void requireKnownSchema(JsonParser parser) throws IOException {
      if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        throw wrongType(parser, "schema", "a whole number");
      }
      if (parser.getBigIntegerValue().signum() <= 0) {
        throw wrongType(parser, "schema", "at least 1");
      }
      if (parser.getBigIntegerValue().compareTo(BigInteger.valueOf(newest)) > 0) {
        throw new RecordException(
            "%s: schema must be at most %d, was %s: a newer Loomwatch wrote it; update this one"
                .formatted(at(parser.currentTokenLocation()), newest, parser.getText()));
      }
    }

    private void requireNoNull(JsonParser parser) throws IOException {
      int depth = 0;
      for (JsonToken token = parser.currentToken(); ; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (token == JsonToken.VALUE_NULL && !withNulls) {
          throw fault(
              parser.currentTokenLocation(),
              field(parser) + " must have a value or be left out, was null");
        }
        if (depth == 0) {
          return;
        }
      }
    }

    private RecordException wrongType(JsonParser parser, String name, String rule)
        throws IOException {
      return fault(
          parser.currentTokenLocation(),
          "%s must be %s, was %s".formatted(name, rule, found(parser)));
    }

    private RecordException fault(@Nullable JsonLocation location, String message) {
      return new RecordException(at(location) + ": " + message + "; " + remedy);
    }

    private RecordException fault(JsonProcessingException e, JsonParser parser) throws IOException {
      JsonLocation location = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      return new RecordException(at(location) + ": " + describe(e, parser), e);
    }

    private String at(@Nullable JsonLocation location) {
      if (!source.endsWith(":")) {
        return source + position(location);
      }
      return location == null
          ? source.substring(0, source.length() - 1)
          : source + (before + location.getColumnNr());
    }

    private String describe(JsonProcessingException e, JsonParser parser) throws IOException {
      String otherwise = "; " + remedy;
      if (!(e instanceof JsonMappingException mapping)) {
        return cutOff(parser)
            ? noun + " must be complete, was cut off here" + otherwise
            : noun + " must be JSON, was not: " + firstLine(e) + otherwise;
      }
      String path = path(mapping);
      String name = path.isEmpty() ? noun : path;
      return switch (mapping) {
        case UnrecognizedPropertyException unknown ->
            "%s must not be there: schema %d has no such field; those here are %s"
                .formatted(name, newest, fields(unknown));
        case ValueInstantiationException refused when refused.getCause() != null ->
            name + ": " + refused.getCause().getMessage() + otherwise;
        case InvalidNullException none -> name + " must have a value, was null" + otherwise;
        case InvalidTypeIdException kind ->
            "%s must be of a known kind, was %s%s"
                .formatted(name, Require.quoted(String.valueOf(kind.getTypeId())), otherwise);
        case InvalidFormatException number
            when isDouble(number.getTargetType()) && number.getValue() instanceof Double value ->
            "%s must be a number of at most 1e300 in size, was %s%s"
                .formatted(name, value, otherwise);
        case JsonMappingException large when large.getCause() instanceof InputCoercionException o ->
            "%s must be a smaller whole number, was %s: it does not fit %s%s"
                .formatted(name, found(parser), o.getTargetType().getSimpleName(), otherwise);
        case JsonMappingException missing
            when firstLine(missing).startsWith("Missing required creator property") ->
            name + " must be given, was missing" + otherwise;
        case MismatchedInputException mismatch when mismatch.getTargetType() != null ->
            "%s must be %s, was %s%s"
                .formatted(
                    name,
                    expected(mismatch.getTargetType()),
                    found(parser),
                    mismatch.getTargetType().isEnum()
                        ? "; update this Loomwatch if a newer one wrote it, else " + remedy
                        : otherwise);
        default -> name + ": " + firstLine(e) + otherwise;
      };
    }

    /** Reports whether the JSON only lacks its end, for which Jackson has several exceptions. */
    private boolean cutOff(JsonParser parser) {
      return json.stripLeading().startsWith("{")
          && parser.currentLocation().getCharOffset() >= json.stripTrailing().length();
    }

    private String expected(Class<?> wanted) {
      if (wanted.isEnum()) {
        return "one of "
            + Arrays.stream(wanted.getEnumConstants())
                .map(constant -> mapper.convertValue(constant, String.class))
                .collect(Collectors.joining(", "));
      }
      if (wanted == int.class || wanted == long.class) {
        return "a whole number";
      }
      if (isDouble(wanted)) {
        return "a number";
      }
      if (wanted == boolean.class) {
        return "true or false";
      }
      if (wanted == Instant.class) {
        return "an instant in UTC such as 2026-11-21T04:56:00Z";
      }
      if (Collection.class.isAssignableFrom(wanted)) {
        return "a list";
      }
      return wanted.isRecord() || wanted.isInterface() || Map.class.isAssignableFrom(wanted)
          ? "an object"
          : "text";
    }
  }

  /** Returns a fault's path, such as {@code launches[0].samples[2].value}; empty at the root. */
  static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String field(JsonParser parser) {
    return parser
        .getParsingContext()
        .pathAsPointer()
        .toString()
        .substring(1)
        .replaceAll("/(\\d+)(?=/|$)", "[$1]")
        .replace('/', '.');
  }

  private static boolean isDouble(@Nullable Class<?> type) {
    return type == double.class || type == Double.class;
  }

  private static String fields(UnrecognizedPropertyException e) {
    return e.getKnownPropertyIds().stream()
        .map(String::valueOf)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String found(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case null -> "nothing";
      case START_OBJECT, END_OBJECT, FIELD_NAME -> "an object";
      case START_ARRAY, END_ARRAY -> "a list";
      case VALUE_STRING -> Require.quoted(parser.getText());
      default -> Require.shortened(parser.getText());
    };
  }
}
