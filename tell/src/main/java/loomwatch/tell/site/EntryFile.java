package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import org.jspecify.annotations.Nullable;

/** {@code runs/ID.json} of an entry without a whole record, such as an imported one. */
final class EntryFile {
  private EntryFile() {}

  static ObjectNode of(HistoryEntry entry) {
    Provenance from = entry.provenance();
    ObjectNode file = SiteJson.file("entry");
    file.put("id", entry.id()).put("time", entry.measuredAt().toEpochMilli());
    file.put("entryKind", entry.kind().label());
    file.put("revision", from.commit()).put("title", text(from.message()));
    file.put("author", text(from.author())).put("branch", text(from.branch()));
    file.put("release", text(from.release()));
    file.put("tomcat", text(entry.tomcat())).put("jdk", text(entry.jdk()));
    file.put("fingerprint", entry.fingerprint()).put("verdict", text(entry.verdict()));
    ArrayNode notes = file.putArray("notes");
    entry.notes().forEach(notes::add);
    ArrayNode series = file.putArray("series");
    for (HistorySeries each : entry.series()) {
      ObjectNode node = series.addObject();
      node.put("scenario", each.scenario()).put("mode", each.mode()).put("metric", each.metric());
      node.put("unit", each.unit()).put("direction", each.direction().label());
      ArrayNode values = node.putArray("values");
      each.values().forEach(value -> values.add(SiteJson.rounded(value)));
    }
    return file;
  }

  private static String text(@Nullable String text) {
    return Objects.requireNonNullElse(text, "");
  }
}
