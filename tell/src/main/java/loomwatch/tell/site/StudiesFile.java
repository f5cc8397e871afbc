package loomwatch.tell.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.results.study.StudyPast;
import loomwatch.tell.report.StudyVerdictJson;

/** {@code studies.json}: each study as {@code study NAME --json} tells it, and its claims' past. */
final class StudiesFile {
  private StudiesFile() {}

  static ObjectNode of(List<StudyVerdict> studies, Function<String, StudyPast> past) {
    ObjectNode file = SiteJson.file("studies");
    ArrayNode all = file.putArray("studies");
    for (StudyVerdict study : studies) {
      ObjectNode node = (ObjectNode) SiteJson.tree(StudyVerdictJson.write(study));
      List<StudyPast.Point> points = past.apply(study.record().design().name()).points();
      for (JsonNode claim : node.path("claims")) {
        addPast((ObjectNode) claim, points);
      }
      all.add(node);
    }
    return file;
  }

  private static void addPast(ObjectNode claim, List<StudyPast.Point> points) {
    ArrayNode past = claim.putArray("past");
    for (StudyPast.Point point : points) {
      StudyPast.Contrast contrast = point.claims().get(claim.path("name").asText());
      if (contrast != null) {
        ObjectNode one =
            past.addObject()
                .put("time", point.createdAt().toEpochMilli())
                .put("value", contrast.value());
        if (contrast.low() == null) {
          one.putNull("interval");
        } else {
          one.putObject("interval").put("low", contrast.low()).put("high", contrast.high());
        }
      }
    }
  }
}
