package loomwatch.results;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * Words what was wrong with a record's JSON: {@code source:line:column: field must be …, was …}.
 */
final class ReadingFault {
  private static final String RESTORE = "; restore the file, or measure again";
  private static final String UPDATE =
      "; update this Loomwatch if a newer one wrote it, else restore the file";

  private final String source;
  private final String json;

  /**
   * @param source how messages name the input
   * @param json the whole input; empty when it could not even be read
   */
  ReadingFault(String source, String json) {
    this.source = source;
    this.json = json;
  }

  RecordException empty() {
    return new RecordException(source + ": record must be a JSON object, was empty" + RESTORE);
  }

  RecordException otherEncoding(Throwable cause) {
    return new RecordException(
        source + ": record must be UTF-8 text, was in another encoding" + RESTORE, cause);
  }

  RecordException unreadable(IOException cause) {
    return new RecordException(
        "%s: record must be a readable file, was not: %s; correct the path or its permissions"
            .formatted(source, AtomicFile.reason(cause)),
        cause);
  }

  RecordException noSchema() {
    return new RecordException(
        "%s: schema must be at most %d, was missing: this is no record of Loomwatch's"
            .formatted(source, MeasurementRecord.SCHEMA));
  }

  RecordException newer(JsonParser parser) throws IOException {
    return JsonFault.newer(
        source + JsonFault.position(parser.currentTokenLocation()),
        MeasurementRecord.SCHEMA,
        parser.getText());
  }

  RecordException wrongType(JsonParser parser, String name, String rule) throws IOException {
    return at(
        parser.currentTokenLocation(),
        "%s must be %s, was %s".formatted(name, rule, found(parser)) + RESTORE,
        null);
  }

  /** Null is never written, so it is never read: what could not be measured is left out. */
  RecordException isNull(JsonParser parser) {
    return at(
        parser.currentTokenLocation(),
        RecordMapper.field(parser) + " must have a value or be left out, was null" + RESTORE,
        null);
  }

  RecordException trailing(JsonParser parser) throws IOException {
    return at(
        parser.currentTokenLocation(),
        "record must be one JSON object, was followed by " + found(parser) + RESTORE,
        null);
  }

  /** What Jackson found, in our words. */
  RecordException of(JsonProcessingException e, JsonParser parser) throws IOException {
    if (e instanceof JsonMappingException mapping) {
      String field = JsonFault.path(mapping);
      String name = field.isEmpty() ? "record" : field;
      return at(e.getLocation(), describe(mapping, name, parser), e);
    }
    if (cutOff(parser)) {
      return at(e.getLocation(), "record must be complete, was cut off here" + RESTORE, e);
    }
    return at(
        e.getLocation(), "record must be JSON, was not: " + JsonFault.firstLine(e) + RESTORE, e);
  }

  /** Whether it was JSON up to its last character; Jackson has many exceptions for that. */
  private boolean cutOff(JsonParser parser) {
    return json.stripLeading().startsWith("{")
        && parser.currentLocation().getCharOffset() >= json.stripTrailing().length();
  }

  private RecordException at(
      @Nullable JsonLocation location, String message, @Nullable Throwable cause) {
    String whole = source + JsonFault.position(location) + ": " + message;
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }

  private static String describe(JsonMappingException e, String name, JsonParser parser)
      throws IOException {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "%s must not be there: schema %d has no such field; those here are %s"
          .formatted(name, MeasurementRecord.SCHEMA, fields(unknown));
    }
    if (e instanceof ValueInstantiationException && e.getCause() != null) {
      return name + ": " + e.getCause().getMessage() + RESTORE;
    }
    if (e.getCause() instanceof InputCoercionException overflow) {
      return "%s must be a smaller whole number, was %s: it does not fit %s"
              .formatted(name, found(parser), overflow.getTargetType().getSimpleName())
          + RESTORE;
    }
    if (JsonFault.isLeftOut(e)) {
      return name + " must be given, was missing" + RESTORE;
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "%s must be %s, was %s".formatted(name, expected(mismatch), found(parser))
          + (mismatch.getTargetType().isEnum() ? UPDATE : RESTORE);
    }
    return name + ": " + JsonFault.firstLine(e) + RESTORE;
  }

  private static String fields(UnrecognizedPropertyException e) {
    return e.getKnownPropertyIds().stream()
        .map(String::valueOf)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String expected(MismatchedInputException e) {
    Class<?> type = e.getTargetType();
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(constant -> RecordMapper.INSTANCE.convertValue(constant, String.class))
              .collect(Collectors.joining(", "));
    }
    if (type == int.class || type == long.class) {
      return "a whole number";
    }
    if (type == double.class) {
      return "a number";
    }
    if (type == boolean.class) {
      return "true or false";
    }
    if (type == Instant.class) {
      return "an instant in UTC such as 2026-11-21T04:56:00Z";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "text";
  }

  private static String found(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_OBJECT, END_OBJECT, FIELD_NAME -> "an object";
      case START_ARRAY, END_ARRAY -> "a list";
      case VALUE_STRING -> Require.quoted(parser.getText());
      default -> Require.shortened(parser.getText());
    };
  }
}
