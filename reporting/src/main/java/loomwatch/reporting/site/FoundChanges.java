package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import loomwatch.trend.Alert;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;

/**
 * What was found in a history, in two parts: what calls for somebody is on the first page, and the
 * rest, which grows with the history, in a file that is read only where it is shown.
 */
final class FoundChanges {
  private FoundChanges() {}

  /** The report without its series, which are the overview's own, and with open changes alone. */
  static ObjectNode open(TrendReport trend) {
    ObjectNode report = tree(trend);
    report.remove("series");
    report.set("alerts", alerts(report, trend.alerts(), true));
    return report;
  }

  /** {@code settled.json}: closed, accepted, not reproduced, or for the better. */
  static ObjectNode settled(TrendReport trend) {
    ObjectNode file = SiteJson.file("settled");
    file.set("alerts", alerts(tree(trend), trend.alerts(), false));
    return file;
  }

  private static ArrayNode alerts(ObjectNode report, List<Alert> alerts, boolean actionable) {
    JsonNode all = report.path("alerts");
    ArrayNode some = SiteJson.MAPPER.createArrayNode();
    for (int i = 0; i < alerts.size(); i++) {
      if (alerts.get(i).actionable() == actionable) {
        some.add(all.get(i));
      }
    }
    return some;
  }

  private static ObjectNode tree(TrendReport trend) {
    return (ObjectNode) SiteJson.tree(TrendJson.write(trend));
  }
}
