package loomwatch.results;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * What readers of all our formats say in the same words of JSON that is not as it must be. How a
 * format begins its messages, and what to do then, is its own to say.
 */
public final class JsonFault {
  private static final String LEFT_OUT = "Missing required creator property";

  private JsonFault() {}

  /** Where it was seen, to follow a source: {@code :3:14}; empty where Jackson cannot tell. */
  public static String position(@Nullable JsonLocation at) {
    return at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
  }

  /** Such as {@code launches[0].samples[2].value}; empty of the whole. */
  public static String path(JsonMappingException e) {
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

  /** What Jackson says of it; further lines only quote the input. */
  public static String firstLine(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("");
  }

  /** Whether a field was left out that must be there. */
  public static boolean isLeftOut(JsonMappingException e) {
    return String.valueOf(e.getOriginalMessage()).startsWith(LEFT_OUT);
  }

  /** How a message names a value of the wrong kind. */
  public static String found(JsonNode node) {
    return switch (node.getNodeType()) {
      case MISSING -> "missing";
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NULL -> "null";
      case STRING -> Require.quoted(node.asText());
      case BINARY, BOOLEAN, NUMBER, POJO -> Require.shortened(node.asText());
    };
  }

  /**
   * Checks that JSON says of itself which version of its format it is, and that it is a known one.
   *
   * @param newest of those known
   * @param source how messages name the input
   * @param remedy what to do where it says none, from its semicolon on
   * @throws RecordException when it says none, or a newer one
   */
  public static void requireSchema(JsonNode tree, int newest, String source, String remedy) {
    JsonNode schema = tree.path("schema");
    if (!schema.isIntegralNumber() || schema.bigIntegerValue().signum() <= 0) {
      throw new RecordException(
          "%s: schema must be a whole number, at least 1, was %s%s"
              .formatted(source, found(schema), remedy));
    }
    if (!schema.canConvertToInt() || schema.intValue() > newest) {
      throw newer(source, newest, schema.asText());
    }
  }

  /**
   * That something is of a version not known yet.
   *
   * @param source how messages name the input, its place included
   * @param newest of those known
   */
  public static RecordException newer(String source, int newest, String was) {
    return new RecordException(
        "%s: schema must be at most %d, was %s: a newer Loomwatch wrote it; update this one"
            .formatted(source, newest, was));
  }
}
