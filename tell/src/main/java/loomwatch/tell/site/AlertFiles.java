package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.history.History;
import loomwatch.trend.TrendReport;

/** What tells of a history outside its pages: a feed and a badge. */
public final class AlertFiles {
  private AlertFiles() {}

  /**
   * Writes {@code alerts.atom}, {@code badge.svg} and {@code badge.json} into a site's folder.
   *
   * @param report what was found in that history
   * @param address of the site for the feed's links, ending in a slash; "./" suits any
   */
  public static void write(Path site, TrendReport report, History history, String address)
      throws IOException {
    Files.createDirectories(site);
    Files.writeString(site.resolve("alerts.atom"), new AtomFeed(report, history, address).write());
    write(site, Badge.of(report));
  }

  /**
   * Says on the first page and the badge of a site that is there why it was not made anew: what it
   * shows is old, and nothing of it is lost. Without a site there is nobody to tell.
   *
   * @param fault a sentence
   */
  public static void tellOfFault(Path site, String fault) throws IOException {
    Path file = site.resolve("data").resolve("overview.json");
    if (!Files.isRegularFile(file)
        || !(SiteJson.MAPPER.readTree(file.toFile()) instanceof ObjectNode overview)) {
      return;
    }
    AtomicFile.write(file, SiteJson.text(overview.put("fault", fault)));
    write(site, Badge.DAMAGED);
  }

  private static void write(Path site, Badge badge) throws IOException {
    Files.writeString(site.resolve("badge.svg"), badge.svg());
    Files.writeString(site.resolve("badge.json"), badge.json());
  }
}
