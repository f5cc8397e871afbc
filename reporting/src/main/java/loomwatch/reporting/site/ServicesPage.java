package loomwatch.reporting.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.files.AtomicFile;

/**
 * The page that several services of one repository share: a link to the site of each and its badge.
 * Each of those sites is in the folder that its service has in the repository.
 */
public final class ServicesPage {
  /** What every site of a history has. */
  private static final String BADGE = "badge.svg";

  /** Nothing that HTML or an address would read otherwise; no other can be published. */
  private static final String PLAIN = "[\\w./-]+";

  private ServicesPage() {}

  /**
   * Writes it over the sites in a folder: as {@code index.html}, or as {@code services.html} where
   * the folder is the site of a service itself.
   *
   * @param pages whose style it takes
   * @return what was written; empty where there is no site below the folder
   */
  public static Optional<Path> write(Path site, SitePages pages) throws IOException {
    List<String> services = below(site);
    if (services.isEmpty()) {
      return Optional.empty();
    }
    boolean own = Files.exists(site.resolve(BADGE));
    if (!own) {
      pages.writeTo(site);
      Files.delete(site.resolve("app.js"));
    }
    Path page = site.resolve(own ? "services.html" : "index.html");
    AtomicFile.write(page, text(services));
    return Optional.of(page);
  }

  private static List<String> below(Path site) throws IOException {
    try (Stream<Path> files = Files.walk(site)) {
      return files
          .filter(file -> file.endsWith(BADGE))
          .map(badge -> site.relativize(badge).toString())
          .filter(badge -> badge.matches(PLAIN + "/" + BADGE))
          .map(badge -> badge.substring(0, badge.length() - BADGE.length() - 1))
          .sorted()
          .toList();
    }
  }

  private static String text(List<String> services) {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Loomwatch: services</title>
    <link rel="icon" href="icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="style.css">
    </head>
    <body>
    <header class="top"><span class="brand">Loomwatch</span></header>
    <main>
    <h1>Services</h1>
    <ul class="records">
    %s
    </ul>
    </main>
    </body>
    </html>
    """
        .formatted(services.stream().map(ServicesPage::item).collect(Collectors.joining("\n")));
  }

  private static String item(String service) {
    return "<li><a href=\"%1$s/index.html\">%1$s</a><img src=\"%1$s/badge.svg\" alt=\"state of %1$s\"></li>"
        .formatted(service);
  }
}
