package loomwatch.tell.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.HeadDifferences;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.tell.report.CauseSentences;
import loomwatch.tell.json.VerdictJson;

/** {@code runs/ID.json}: everything of one record that its page shows. */
final class RunFile {
  private RunFile() {}

  static ObjectNode of(MeasurementRecord record, Verdict verdict, String title) {
    ObjectNode file = SiteJson.file("run");
    file.put("id", record.id()).put("time", record.createdAt().toEpochMilli());
    file.put("title", title).put("profile", record.profile()).put("engine", record.engine());
    file.put("seed", Long.toString(record.seed()));
    file.set("host", SiteJson.MAPPER.valueToTree(record.host()));
    file.set("subjects", SiteJson.MAPPER.valueToTree(record.subjects()));
    file.set("verdict", tree(verdict));
    List<String> whys = CauseSentences.of(verdict);
    if (!whys.isEmpty()) {
      whys.forEach(file.putArray("whys")::add);
    }
    ArrayNode scenarios = file.putArray("scenarios");
    for (Scenario scenario : record.scenarios()) {
      ObjectNode node = SiteJson.MAPPER.valueToTree(scenario);
      ScenarioLoads.put(node, launchesOf(record, scenario.name()));
      scenarios.add(node);
    }
    HeadDifferences differences = new HeadDifferences(record);
    ArrayNode launches = file.putArray("launches");
    for (Launch launch : record.launches()) {
      ObjectNode node = launches.addObject();
      put(node, launch);
      if (!differences.of(launch).isEmpty()) {
        putDifferences(node, differences.of(launch));
      }
    }
    return file;
  }

  private static void putDifferences(ObjectNode node, Map<Metric, Double> differences) {
    ObjectNode percents = node.putObject("percentAgainstBase");
    differences.forEach((metric, difference) ->
        percents.put(metric.label(), SiteJson.rounded(100 * Math.expm1(difference))));
  }

  private static List<Launch> launchesOf(MeasurementRecord record, String scenario) {
    return record.launches().stream().filter(launch -> launch.scenario().equals(scenario)).toList();
  }

  private static void put(ObjectNode node, Launch launch) {
    node.put("block", launch.block()).put("order", launch.order()).put("arm", launch.arm());
    node.put("mode", launch.mode().label()).put("scenario", launch.scenario());
    node.put("startedAt", launch.startedAt().toEpochMilli());
    ArrayNode invalid = node.putArray("invalid");
    launch.invalid().forEach(reason -> invalid.add(reason.toString()));
    if (launch.warmUp() != null) {
      node.put("steady", launch.warmUp().steady()).put("warmUp", launch.warmUp().why());
    }
    if (launch.load() != null) {
      node.put("offered", launch.load().offered()).put("completed", launch.load().completed());
      node.put("achievedPerSecond", SiteJson.rounded(launch.load().achievedPerSecond()));
    }
    ObjectNode samples = node.putObject("samples");
    launch
        .samples()
        .forEach(sample -> samples.put(sample.metric().label(), SiteJson.rounded(sample.value())));
  }

  private static JsonNode tree(Verdict verdict) {
    try {
      return SiteJson.MAPPER.readTree(VerdictJson.write(verdict));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a verdict always has a JSON form", e);
    }
  }
}
