package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code bumps.json}: the measured runtimes, and the comparisons of two of them. Separate
 * runs of different runtimes are not comparable, so nothing is taken from them.
 */
final class Bumps {
  /** Maximum number, the newest first; more would make the page slow. */
  private static final int MOST = 60;

  private final Map<String, Runtime> runtimes = new TreeMap<>();
  private final List<ObjectNode> comparisons = new ArrayList<>();

  private record Runtime(String tomcat, String jdk, int runs, Row newest) {}

  /** Counts a run's runtime, which is unknown for imports. */
  void addRun(Row row) {
    if (row.kind() == Row.Kind.RUN && !row.tomcat().equals("unknown")) {
      runtimes.merge(
          row.tomcat() + "\n" + row.jdk(),
          new Runtime(row.tomcat(), row.jdk(), 1, row),
          (known, one) -> new Runtime(row.tomcat(), row.jdk(), known.runs + 1, row));
    }
  }

  /** Adds the page of a comparison whose variants have different runtimes. */
  synchronized void addComparison(JsonNode page) {
    JsonNode base = page.at("/variants/base");
    JsonNode head = page.at("/variants/head");
    boolean other = !versions(base).equals(versions(head));
    if (!base.isObject() || !other) {
      return;
    }
    ObjectNode comparison = SiteJson.MAPPER.createObjectNode();
    comparison.put("id", page.path("id").asText()).put("time", page.path("time").asLong());
    comparison.put("title", page.path("title").asText());
    comparison.put("verdict", page.at("/verdict/verdict").asText());
    comparison.set("base", variant(base));
    comparison.set("head", variant(head));
    ArrayNode lines = comparison.putArray("lines");
    page.at("/verdict/metrics").forEach(line -> putLine(lines, line));
    if (page.path("whys").isArray()) {
      comparison.set("whys", page.path("whys"));
    }
    comparisons.add(comparison);
  }

  ObjectNode file() {
    ObjectNode file = SiteJson.file("bumps");
    ArrayNode measured = file.putArray("runtimes");
    runtimes
        .values()
        .forEach(each ->
            measured
                .addObject()
                .put("tomcat", each.tomcat)
                .put("jdk", each.jdk)
                .put("runs", each.runs)
                .put("newest", each.newest.id())
                .put("time", each.newest.at().toEpochMilli()));
    comparisons.sort(
        Comparator.comparingLong((ObjectNode each) -> -each.path("time").asLong())
            .thenComparing(each -> each.path("id").asText()));
    ArrayNode compared = file.putArray("comparisons");
    comparisons.stream().limit(MOST).forEach(compared::add);
    return file;
  }

  private static void putLine(ArrayNode lines, JsonNode line) {
    JsonNode change = line.path("change");
    if (line.path("verdict").asText().equals("invalid")
        || !change.path("effectPercent").isNumber()) {
      return;
    }
    ObjectNode node = lines.addObject();
    for (String field : List.of("scenario", "metric", "mode")) {
      node.put(field, line.path(field).asText());
    }
    node.put("gate", line.path("gate").asBoolean());
    node.put("percent", number(change.path("effectPercent")));
    node.put("low", number(change.at("/effectInterval/low")));
    node.put("high", number(change.at("/effectInterval/high")));
  }

  private static @Nullable Double number(JsonNode node) {
    return node.isNumber() ? SiteJson.rounded(node.asDouble()) : null;
  }

  private static List<String> versions(JsonNode variant) {
    return List.of(variant.path("tomcat").asText(), variant.path("jdk").asText());
  }

  private static ObjectNode variant(JsonNode variant) {
    return SiteJson.MAPPER
        .createObjectNode()
        .put("tomcat", variant.path("tomcat").asText())
        .put("jdk", variant.path("jdk").asText())
        .put("revision", variant.path("revision").asText());
  }
}
