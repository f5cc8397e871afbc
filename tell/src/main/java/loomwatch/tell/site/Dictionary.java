package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** A column of few different texts: each once, and an index for each row. */
final class Dictionary {
  private final Map<String, Integer> indices = new LinkedHashMap<>();
  private final ArrayNode at = SiteJson.MAPPER.createArrayNode();

  void add(String text) {
    Integer next = indices.size();
    Integer known = indices.putIfAbsent(text, next);
    at.add(known == null ? next : known);
  }

  void putTo(ObjectNode columns, String name) {
    ObjectNode column = columns.putObject(name);
    ArrayNode texts = column.putArray("texts");
    indices.keySet().forEach(texts::add);
    column.set("at", at);
  }
}
