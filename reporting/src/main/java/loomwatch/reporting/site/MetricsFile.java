package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Quantity.Scale;
import loomwatch.results.Metric;
import loomwatch.results.Metric.MetricGroup;

/**
 * {@code metrics.json}: what is known of every metric and unit beforehand, so that the pages hold
 * no list of them. The same for every site of one version.
 */
final class MetricsFile {
  private MetricsFile() {}

  static ObjectNode file() {
    ObjectNode file = SiteJson.file("metrics");
    file.put("commitDigits", CommitName.DIGITS);
    ArrayNode groups = file.putArray("groups");
    for (MetricGroup group : MetricGroup.values()) {
      groups.addObject().put("name", group.label()).put("heading", group.heading());
    }
    ArrayNode metrics = file.putArray("metrics");
    for (Metric metric : Metric.values()) {
      put(metrics.addObject(), metric);
    }
    ObjectNode units = file.putObject("units");
    new TreeMap<>(Scale.OF_PICTURES).forEach((unit, scales) -> put(units.putArray(unit), scales));
    return file;
  }

  private static void put(ObjectNode node, Metric metric) {
    node.put("name", metric.label()).put("heading", metric.wording().heading());
    node.put("meaning", metric.meaning()).put("group", metric.group().label());
    node.put("unit", metric.unit().symbol()).put("direction", metric.direction().label());
    node.put("headline", metric.isHeadline()).put("key", metric.isKey());
    node.put("decides", metric.decides());
    metric.percentile().ifPresent(percentile -> node.put("percentile", percentile.rank()));
  }

  private static void put(ArrayNode node, List<Scale> scales) {
    for (Scale scale : scales) {
      node.addObject()
          .put("from", scale.from())
          .put("factor", scale.factor())
          .put("symbol", scale.symbol());
    }
  }
}
