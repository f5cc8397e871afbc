package loomwatch.tell.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Locale;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.JsonFault;
import loomwatch.results.Require;
import loomwatch.results.files.RecordException;

/** Words what was wrong with a verdict's JSON: {@code source:line:column: field must be …}. */
final class VerdictFault {
  /** A verdict is never precious: the record it was made from is. */
  static final String REMEDY = "; ./loomwatch gate makes it anew from the record";

  private final String source;
  private final String json;

  VerdictFault(String source, String json) {
    this.source = source;
    this.json = json;
  }

  /** A rule broken somewhere in the whole. */
  RecordException rule(String message) {
    return new RecordException(source + ": " + message + REMEDY);
  }

  /** What Jackson found, in our words. */
  RecordException of(JsonProcessingException e) {
    return new RecordException(
        source + JsonFault.position(e.getLocation()) + ": " + describe(e) + REMEDY, e);
  }

  private String describe(JsonProcessingException e) {
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return field(mapping, JsonFault.path(mapping));
    }
    if (e instanceof JsonEOFException || atEnd(e)) {
      return "verdict must be complete, was cut off here";
    }
    if (e instanceof MismatchedInputException) {
      return "verdict must be one JSON object, was followed by something else";
    }
    return "verdict must be JSON, was not: " + JsonFault.firstLine(e);
  }

  private static String field(JsonMappingException e, String name) {
    if (e instanceof UnrecognizedPropertyException) {
      return name + " must not be there: schema " + Verdict.SCHEMA + " has no such field";
    }
    if (e instanceof InvalidNullException) {
      return name + " must have a value, was null";
    }
    if (JsonFault.isLeftOut(e)) {
      return name + " must be given, was missing";
    }
    if (e instanceof InvalidFormatException format) {
      String was = Require.quoted(String.valueOf(format.getValue()));
      return name + " must be " + expected(format) + ", was " + was;
    }
    return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? name + " must be " + expected(mismatch) + ", was something else"
        : name + ": " + JsonFault.firstLine(e);
  }

  private static String expected(MismatchedInputException e) {
    Class<?> type = e.getTargetType();
    if (type.isEnum()) {
      return "one of the schema's " + type.getSimpleName().toLowerCase(Locale.ROOT) + " names";
    }
    return switch (type.getSimpleName()) {
      case "int" -> "a whole number";
      case "double", "Double" -> "a number of at most 1e300 in size";
      case "boolean" -> "true or false";
      case "String" -> "text";
      case "List" -> "a list";
      default -> "an object";
    };
  }

  private boolean atEnd(JsonProcessingException e) {
    return json.isBlank()
        || e.getLocation() != null
            && e.getLocation().getCharOffset() >= json.stripTrailing().length();
  }
}
