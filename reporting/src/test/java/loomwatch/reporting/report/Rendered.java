package loomwatch.reporting.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Markdown as an independent implementation of CommonMark with GitHub's extensions sees it. */
public final class Rendered {
  /** The elements our reports are made of. */
  public static final Set<String> OURS =
      Set.of(
          "details", "summary", "h1", "h2", "p", "strong", "ul", "li", "table", "thead", "tbody",
          "tr", "th", "td", "pre", "code");

  private static final Pattern TAG = Pattern.compile("</?([a-zA-Z][a-zA-Z0-9]*)[^>]*>");

  private Rendered() {}

  public static String html(String markdown) {
    var extensions = List.of(TablesExtension.create(), AutolinkExtension.create());
    return HtmlRenderer.builder()
        .extensions(extensions)
        .build()
        .render(Parser.builder().extensions(extensions).build().parse(markdown));
  }

  /** Of its elements. */
  public static Set<String> names(String html) {
    return TAG.matcher(html)
        .results()
        .map(tag -> tag.group(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What a reader sees. */
  public static String text(String html) {
    return TAG.matcher(html).replaceAll("");
  }
}
