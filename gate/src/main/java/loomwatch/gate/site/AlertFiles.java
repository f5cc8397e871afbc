package loomwatch.gate.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.gate.trend.TrendReport;
import loomwatch.results.history.History;

/** What tells of a history outside its pages: a feed and a badge. */
public final class AlertFiles {
  private AlertFiles() {}

  /**
   * Writes {@code alerts.atom}, {@code badge.svg} and {@code badge.json} into a site's folder.
   *
   * @param report what was found in that history
   */
  public static void write(Path site, TrendReport report, History history) throws IOException {
    Files.createDirectories(site);
    Badge badge = Badge.of(report);
    Files.writeString(site.resolve("alerts.atom"), new AtomFeed(report, history).write());
    Files.writeString(site.resolve("badge.svg"), badge.svg());
    Files.writeString(site.resolve("badge.json"), badge.json());
  }
}
