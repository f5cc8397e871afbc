package loomwatch.harness.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The run directories in some folders. */
public final class FoundRecords {
  private static final String RECORD = "record.json";

  private FoundRecords() {}

  /**
   * The run directories among them and right below them, each once, by name; links such as {@code
   * latest} are left out.
   */
  public static List<Path> in(List<Path> folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.exists(folder.resolve(RECORD))) {
        found.add(folder);
      } else if (Files.isDirectory(folder)) {
        try (Stream<Path> below = Files.list(folder)) {
          below
              .filter(each -> !Files.isSymbolicLink(each) && Files.exists(each.resolve(RECORD)))
              .sorted()
              .forEach(found::add);
        }
      }
    }
    return found.stream().distinct().toList();
  }
}
