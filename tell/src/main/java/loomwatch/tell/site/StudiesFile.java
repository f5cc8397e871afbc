package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.tell.study.StudyVerdictJson;

/** {@code studies.json}: each study as {@code study NAME --json} tells it. */
final class StudiesFile {
  private StudiesFile() {}

  static ObjectNode of(List<StudyVerdict> studies) {
    ObjectNode file = SiteJson.file("studies");
    ArrayNode all = file.putArray("studies");
    studies.forEach(study -> all.add(SiteJson.tree(StudyVerdictJson.write(study))));
    return file;
  }
}
