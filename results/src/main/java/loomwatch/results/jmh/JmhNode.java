package loomwatch.results.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import loomwatch.results.files.RecordException;

/** A JSON value and where it lies, for messages. */
record JmhNode(JsonNode value, String source, String path) {
  /** Of anything counted: each fork becomes a launch. */
  private static final int MOST = 10_000;

  JmhNode field(String name) {
    return new JmhNode(value.path(name), source, path + "." + name);
  }

  String text(String name) {
    JsonNode field = value.path(name);
    if (!field.isTextual()) {
      throw must(name, "text", was(field));
    }
    return field.textValue();
  }

  int count(String name) {
    JsonNode field = value.path(name);
    if (!field.isInt() || field.intValue() < 1) {
      throw must(name, "a whole number of at least 1", was(field));
    }
    if (field.intValue() > MOST) {
      throw must(name, "at most " + MOST, was(field));
    }
    return field.intValue();
  }

  JsonNode list(String name) {
    JsonNode field = value.path(name);
    if (!field.isArray()) {
      throw must(name, "a list", was(field));
    }
    return field;
  }

  /** That field is wrong. */
  RecordException must(String name, String rule, String was) {
    return new RecordException(
        "%s: %s.%s must be %s, was %s".formatted(source, path, name, rule, was));
  }

  private static String was(JsonNode field) {
    return field.isMissingNode() ? "missing" : field.toString();
  }
}
