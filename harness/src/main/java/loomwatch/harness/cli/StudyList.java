package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.study.StudyFiles;
import loomwatch.measure.study.StudyFile;
import loomwatch.tell.text.Document;
import loomwatch.tell.text.Document.Column;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Terminal;

/** The studies there are, and what they vary. */
final class StudyList {
  private StudyList() {}

  static void print(StudyFiles files, Style style) throws IOException {
    List<Map.Entry<String, StudyFile>> studies = new ArrayList<>();
    for (Map.Entry<String, Path> each : files.existing().entrySet()) {
      StudyFile study = files.read(each.getValue());
      studies.add(Map.entry(each.getKey(), study));
    }
    Document document = new Document();
    document
        .section("studies")
        .table(
            studies,
            List.of(
                Column.key("", Map.Entry::getKey),
                Column.right("", study -> study.getValue().cells().size() + " cells"),
                Column.left("", study -> study.getValue().design().title())));
    System.out.print(Terminal.render(document, style));
  }
}
