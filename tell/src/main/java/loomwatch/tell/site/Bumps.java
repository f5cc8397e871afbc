package loomwatch.tell.site;

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
 * {@code bumps.json}: the toolchains that were measured, and what comparisons of two of them said.
 * Runs of different toolchains were never measured side by side, so nothing is taken from them.
 */
final class Bumps {
  /** The newest so many; more would make the page slow, and old ones have pages of their own. */
  private static final int MOST = 60;

  private final Map<String, Toolchain> toolchains = new TreeMap<>();
  private final List<ObjectNode> comparisons = new ArrayList<>();

  /** One that was measured, how often, and when last. */
  private record Toolchain(String tomcat, String jdk, int runs, Row newest) {}

  /** Counts a run's toolchain; those of imports are unknown. */
  void addRun(Row row) {
    if (row.kind() == Row.Kind.RUN && !row.tomcat().equals("unknown")) {
      toolchains.merge(
          row.tomcat() + "\n" + row.jdk(),
          new Toolchain(row.tomcat(), row.jdk(), 1, row),
          (known, one) -> new Toolchain(row.tomcat(), row.jdk(), known.runs + 1, row));
    }
  }

  /** Takes what the page of a comparison says, if its two arms have different toolchains. */
  synchronized void addComparison(JsonNode page) {
    JsonNode base = page.at("/subjects/base");
    JsonNode head = page.at("/subjects/head");
    boolean other = !versions(base).equals(versions(head));
    if (!base.isObject() || !other) {
      return;
    }
    ObjectNode comparison = SiteJson.MAPPER.createObjectNode();
    comparison.put("id", page.path("id").asText()).put("time", page.path("time").asLong());
    comparison.put("title", page.path("title").asText());
    comparison.put("verdict", page.at("/verdict/verdict").asText());
    comparison.set("base", subject(base));
    comparison.set("head", subject(head));
    ArrayNode lines = comparison.putArray("lines");
    page.at("/verdict/metrics").forEach(line -> putLine(lines, line));
    if (page.path("whys").isArray()) {
      comparison.set("whys", page.path("whys"));
    }
    comparisons.add(comparison);
  }

  ObjectNode file() {
    ObjectNode file = SiteJson.file("bumps");
    ArrayNode measured = file.putArray("toolchains");
    toolchains
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

  private static List<String> versions(JsonNode subject) {
    return List.of(subject.path("tomcat").asText(), subject.path("jdk").asText());
  }

  private static ObjectNode subject(JsonNode subject) {
    return SiteJson.MAPPER
        .createObjectNode()
        .put("tomcat", subject.path("tomcat").asText())
        .put("jdk", subject.path("jdk").asText())
        .put("revision", subject.path("revision").asText());
  }
}
