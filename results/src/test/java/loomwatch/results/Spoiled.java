package loomwatch.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A record's JSON with one field changed; what was, is told for messages. */
record Spoiled(String what, String json) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final List<String> REPLACEMENTS =
      List.of("null", "true", "0", "-1", "0.5", "\"\"", "\"x\"", "[]", "{}", "[null]", "[\"x\"]");

  /** Every field of every kind of object once, each left out, renamed and replaced in turn. */
  static List<Spoiled> eachFieldOf(String json) {
    List<Spoiled> all = new ArrayList<>();
    try {
      JsonNode root = MAPPER.readTree(json);
      spoil(root, root, "", new HashSet<>(), all);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
    return all;
  }

  private static void spoil(
      JsonNode root, JsonNode at, String path, Set<String> seen, List<Spoiled> all)
      throws JsonProcessingException {
    if (at instanceof ArrayNode list) {
      for (JsonNode element : list) {
        spoil(root, element, path + "[]", seen, all);
      }
    }
    if (at instanceof ObjectNode object) {
      for (String name : object.propertyStream().map(Map.Entry::getKey).toList()) {
        String field = path + "." + name;
        if (seen.add(field)) {
          change(root, object, name, field, all);
        }
        spoil(root, object.path(name), field, seen, all);
      }
    }
  }

  private static void change(
      JsonNode root, ObjectNode object, String name, String field, List<Spoiled> all)
      throws JsonProcessingException {
    ObjectNode good = object.deepCopy();
    object.remove(name);
    all.add(new Spoiled(field + " left out", MAPPER.writeValueAsString(root)));
    object.set(name + "s", good.path(name));
    all.add(new Spoiled(field + " renamed", MAPPER.writeValueAsString(root)));
    object.remove(name + "s");
    for (String replacement : REPLACEMENTS) {
      object.set(name, MAPPER.readTree(replacement));
      all.add(new Spoiled(field + " = " + replacement, MAPPER.writeValueAsString(root)));
    }
    object.removeAll();
    object.setAll(good);
  }
}
