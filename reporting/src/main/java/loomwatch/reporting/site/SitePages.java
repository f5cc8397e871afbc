package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.FlamePage;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Quantity.Scale;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Metric.MetricGroup;
import loomwatch.results.files.AtomicFile;

/**
 * Builds the pages from {@code gh-pages/}: {@code index.html}, one style sheet, and ES modules
 * joined into one classic script, which browsers also run from a local file.
 */
public record SitePages(Path sources) {
  private static final String SCRIPT = "<script src=\"app.js\" defer></script>";
  private static final String STYLE = "<link rel=\"stylesheet\" href=\"style.css\">";
  private static final String ICON = "<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\">";

  /** The only forms of import and export that the sources may use, as a test checks. */
  private static final Pattern IMPORT =
      Pattern.compile("^import \\{([^}]*)} from \"\\./([a-z]+)\\.js\";$\\n?", Pattern.MULTILINE);

  private static final Pattern EXPORT =
      Pattern.compile("^export (async )?(function |const |class )(\\w+)", Pattern.MULTILINE);

  /**
   * Comments and indentation are a quarter of the script; a test checks that no text spans lines.
   */
  private static final Pattern SOURCE_ONLY =
      Pattern.compile("(?s:^ */\\*\\*.*?\\*/\\n)|^ *//.*\\n|^ +", Pattern.MULTILINE);

  /** What is at which address, for programs. */
  private static final String LLMS = "llms.txt";

  private static final String SCHEMA = "site.schema.json";

  /** A file that every site of a history has. */
  private static final String BADGE = "badge.svg";

  /** Characters without a meaning in HTML or an address; other folders are not published. */
  private static final String PLAIN = "[\\w./-]+";

  /** Copies the pages into a site's folder, next to its {@code data}. */
  public void writeTo(Path site) throws IOException {
    Files.createDirectories(site);
    Files.writeString(site.resolve("app.js"), script());
    copy(site, "index.html", "style.css", "icon.svg", LLMS);
    try (InputStream schema = Objects.requireNonNull(SitePages.class.getResourceAsStream(SCHEMA))) {
      Files.write(site.resolve(SCHEMA), schema.readAllBytes());
    }
  }

  private void copy(Path site, String... names) throws IOException {
    for (String name : names) {
      Files.writeString(site.resolve(name), read(name));
    }
    // GitHub Pages would otherwise run Jekyll, which skips some files.
    Files.writeString(site.resolve(".nojekyll"), "");
  }

  /**
   * Writes {@code board.html}, a page over several sites, and what it needs. Its policy allows
   * connections to these sites only.
   *
   * @return the page
   */
  public Path writeBoard(Path folder, List<BoardSite> sites) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("board.js"), script("board"));
    copy(folder, "style.css", "icon.svg");
    ObjectNode list = SiteJson.file("sites").putPOJO("sites", sites);
    String origins =
        sites.stream().flatMap(BoardSite::origin).distinct().collect(Collectors.joining(" "));
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("connect-src 'self'", ("connect-src 'self' " + origins).strip());
    parts.put(SCRIPT, SCRIPT.replace("app.js", "board.js"));
    parts.put("href=\"#overview\"", "href=\"board.html\"");
    parts.put("<nav id=\"nav\" aria-label=\"Pages\"></nav>\n", "");
    parts.put(
        "</body>",
        "<script type=\"application/json\" id=\"sites\">" + embedded(list) + "</script>\n</body>");
    Path page = folder.resolve("board.html");
    AtomicFile.write(page, replaced(read("index.html"), parts));
    return page;
  }

  private static String replaced(String page, Map<String, String> parts) throws IOException {
    String made = page;
    for (Map.Entry<String, String> part : parts.entrySet()) {
      made = replaceOnce(made, part.getKey(), part.getValue());
    }
    return made;
  }

  /**
   * Returns one record's page as a self-contained file. Its policy allows exactly its own script
   * and style, and no connection.
   */
  public String single(MeasurementRecord record, Verdict verdict, String title) throws IOException {
    String data = embedded(RunFile.of(record, verdict, title));
    String script = script().replace("</script", "<\\/script");
    String style = read("style.css");
    String page = read("index.html");
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("script-src 'self'", "script-src '" + FlamePage.policySource(script) + "'");
    parts.put("style-src 'self'", "style-src '" + FlamePage.policySource(style) + "'");
    parts.put("connect-src 'self'", "connect-src 'none'");
    parts.put(ICON, "");
    parts.put(STYLE, "<style>" + style + "</style>");
    parts.put(SCRIPT, "");
    parts.put(
        "</body>",
        """
        <script type="application/json" id="run">%s</script>
        <script type="application/json" id="metrics">%s</script>
        <script>%s</script>
        </body>\
        """
            .formatted(data, embedded(metrics()), script));
    return replaced(page, parts);
  }

  /** Escapes "&lt;", so that no text of a record can end the element or open a comment. */
  private static String embedded(ObjectNode file) {
    return SiteJson.text(file).replace("<", "\\u003c");
  }

  String script() throws IOException {
    return script("main");
  }

  /** Returns a module and those it imports, each once in its own scope after its imports. */
  private String script(String last) throws IOException {
    Set<String> order = new LinkedHashSet<>();
    visit(last, order, new ArrayList<>());
    StringBuilder script = new StringBuilder("\"use strict\";\n(() => {\n");
    for (String module : order) {
      script.append(scoped(module, read(module + ".js")));
    }
    return script.append("})();\n").toString();
  }

  private static String scoped(String module, String source) {
    List<String> names = EXPORT.matcher(source).results().map(found -> found.group(3)).toList();
    String body =
        EXPORT
            .matcher(IMPORT.matcher(source).replaceAll("const {$1} = $2Module;\n"))
            .replaceAll(SitePages::withoutExport);
    return "const %sModule = (() => {\n%sreturn { %s };\n})();\n"
        .formatted(module, SOURCE_ONLY.matcher(body).replaceAll(""), String.join(", ", names));
  }

  private static String withoutExport(MatchResult found) {
    return Matcher.quoteReplacement(found.group().substring("export ".length()));
  }

  private void visit(String module, Set<String> done, List<String> under) throws IOException {
    if (under.contains(module)) {
      throw new IOException(
          "%s.js must not import itself, did through %s".formatted(module, under));
    }
    under.add(module);
    Matcher imports = IMPORT.matcher(read(module + ".js"));
    while (imports.find()) {
      String imported = Objects.requireNonNull(imports.group(2));
      if (!done.contains(imported)) {
        visit(imported, done, under);
      }
    }
    under.removeLast();
    done.add(module);
  }

  private String read(String name) throws IOException {
    return Files.readString(sources.resolve(name));
  }

  private static String replaceOnce(String page, String part, String by) throws IOException {
    int at = page.indexOf(part);
    if (at < 0) {
      throw new IOException("gh-pages/index.html must contain " + part + ", did not");
    }
    return page.substring(0, at) + by + page.substring(at + part.length());
  }

  /**
   * Returns {@code metrics.json}, the definitions of all metrics and units, which the pages read.
   * It depends only on Loomwatch's version.
   */
  static ObjectNode metrics() {
    ObjectNode file = SiteJson.file("metrics");
    file.put("commitDigits", CommitName.DIGITS);
    ArrayNode groups = file.putArray("groups");
    for (MetricGroup group : MetricGroup.values()) {
      groups.addObject().put("name", group.label()).put("heading", group.heading());
    }
    ArrayNode metrics = file.putArray("metrics");
    for (Metric metric : Metric.values()) {
      ObjectNode node = metrics.addObject();
      node.put("name", metric.label()).put("heading", metric.wording().heading());
      node.put("meaning", metric.meaning()).put("group", metric.group().label());
      node.put("unit", metric.unit().symbol()).put("direction", metric.direction().label());
      if (metric.isHeadline()) {
        node.put("headline", true);
      }
      metric.percentile().ifPresent(percentile -> node.put("percentile", percentile.rank()));
    }
    file.putPOJO("units", new TreeMap<>(Scale.OF_PICTURES));
    return file;
  }

  /**
   * Writes a page that links the sites of several services, with their badges: as {@code
   * index.html}, or as {@code services.html} where the folder is itself a service's site. Each site
   * is in the folder that its service has in the repository.
   *
   * @return the page; empty where there is no site below the folder
   */
  public Optional<Path> writeServices(Path site) throws IOException {
    List<String> services;
    try (Stream<Path> files = Files.walk(site)) {
      services =
          files
              .filter(file -> file.endsWith(BADGE))
              .map(badge -> site.relativize(badge).toString())
              .filter(badge -> badge.matches(PLAIN + "/" + BADGE))
              .map(badge -> badge.substring(0, badge.length() - BADGE.length() - 1))
              .sorted()
              .toList();
    }
    if (services.isEmpty()) {
      return Optional.empty();
    }
    boolean own = Files.exists(site.resolve(BADGE));
    if (!own) {
      writeTo(site);
      for (String ofOneSite : List.of("app.js", LLMS, SCHEMA)) {
        Files.delete(site.resolve(ofOneSite));
      }
    }
    Path page = site.resolve(own ? "services.html" : "index.html");
    AtomicFile.write(page, servicesPage(services));
    return Optional.of(page);
  }

  private static String servicesPage(List<String> services) {
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
        .formatted(services.stream().map(SitePages::item).collect(Collectors.joining("\n")));
  }

  private static String item(String service) {
    return "<li><a href=\"%1$s/index.html\">%1$s</a><img src=\"%1$s/badge.svg\" alt=\"state of %1$s\"></li>"
        .formatted(service);
  }

  /**
   * A site on the page over several.
   *
   * @param address relative to that page or absolute, of the form {@link #ADDRESS}, ending in a
   *     slash
   * @param name shown for it
   */
  public record BoardSite(String address, String name) {
    /** Characters without a meaning in HTML or a content security policy, and no other scheme. */
    public static final Pattern ADDRESS =
        Pattern.compile("https?://[\\w.-]+(:[0-9]{1,5})?(/[\\w.~/-]*)?|(?!//)[\\w.~/-]+");

    public BoardSite {
      address = address.endsWith("/") ? address : address + "/";
    }

    /** Creates a site that is called by its address. */
    public static BoardSite at(String address) {
      return new BoardSite(address, address.replaceFirst("^https?://", "").replaceFirst("/+$", ""));
    }

    /** Returns scheme, host and port; empty for a relative address. */
    Stream<String> origin() {
      return address.startsWith("http")
          ? Stream.of(URI.create(address).resolve("/").toString().replaceFirst("/$", ""))
          : Stream.empty();
    }
  }
}
