package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import loomwatch.harness.study.StudyFiles;
import loomwatch.measure.study.StudyFile;
import loomwatch.tell.text.Colour;
import loomwatch.tell.text.Table;

/** The studies there are, and what they vary. */
final class StudyList {
  private StudyList() {}

  static void print(StudyFiles files, Colour colour) throws IOException {
    Table table = new Table(Table.Side.LEFT, Table.Side.RIGHT, Table.Side.LEFT);
    for (Map.Entry<String, Path> each : files.existing().entrySet()) {
      StudyFile study = files.read(each.getValue());
      table.row(each.getKey(), study.cells().size() + " cells", study.design().title());
    }
    table.lines(colour).forEach(System.out::println);
  }
}
