package loomwatch.tell.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Locale;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.RecordException;

/** Words what was wrong with a verdict's JSON: {@code source:line:column: field must be …}. */
final class VerdictFault {
  /** A verdict is never precious: the record it was made from is. */
  private static final String REMEDY = "; ./loomwatch gate makes it anew from the record";

  private static final String MISSING = "Missing required creator property";
  private static final int SHOWN = 60;

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

  RecordException newer(String schema) {
    return new RecordException(
        source
            + ": schema must be at most "
            + Verdict.SCHEMA
            + ", was "
            + schema
            + ": a newer Loomwatch wrote it; update this one");
  }

  /** What Jackson found, in our words. */
  RecordException of(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    String position = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
    return new RecordException(source + position + ": " + describe(e) + REMEDY, e);
  }

  private String describe(JsonProcessingException e) {
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return field(mapping, path(mapping));
    }
    if (e instanceof JsonEOFException || atEnd(e)) {
      return "verdict must be complete, was cut off here";
    }
    if (e instanceof MismatchedInputException) {
      return "verdict must be one JSON object, was followed by something else";
    }
    return "verdict must be JSON, was not: " + firstLine(e);
  }

  private static String field(JsonMappingException e, String name) {
    if (e instanceof UnrecognizedPropertyException) {
      return name + " must not be there: schema " + Verdict.SCHEMA + " has no such field";
    }
    if (e instanceof InvalidNullException) {
      return name + " must have a value, was null";
    }
    if (String.valueOf(e.getOriginalMessage()).startsWith(MISSING)) {
      return name + " must be given, was missing";
    }
    if (e instanceof InvalidFormatException format) {
      return name + " must be " + expected(format) + ", was \"" + shown(format) + "\"";
    }
    return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? name + " must be " + expected(mismatch) + ", was something else"
        : name + ": " + firstLine(e);
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

  /** Such as {@code metrics[3].unit}. */
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

  private boolean atEnd(JsonProcessingException e) {
    return json.isBlank()
        || e.getLocation() != null
            && e.getLocation().getCharOffset() >= json.stripTrailing().length();
  }

  private static String shown(InvalidFormatException e) {
    return cut(String.valueOf(e.getValue()));
  }

  /** How a message names a value of the wrong kind. */
  static String found(JsonNode node) {
    return switch (node.getNodeType()) {
      case MISSING -> "missing";
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NULL -> "null";
      case STRING -> "\"" + cut(node.asText()) + "\"";
      case BINARY, BOOLEAN, NUMBER, POJO -> cut(node.asText());
    };
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  private static String firstLine(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("");
  }
}
