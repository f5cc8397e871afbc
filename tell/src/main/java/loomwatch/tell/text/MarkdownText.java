package loomwatch.tell.text;

import java.util.regex.Pattern;
import loomwatch.results.files.Plain;

/**
 * Text from outside made inert in GitHub's Markdown: no HTML, no emphasis, links, images, tables,
 * mathematics, no mention of a person, no reference to an issue; one line.
 *
 * <p>Entities alone do not stop issue references, mentions and bare links: GitHub looks for those
 * in the rendered page. A word joiner (U+2060, invisible) inside them does; some readers take even
 * a joiner for a letter of a mail address, so {@code @} becomes its full-width form, U+FF20.
 */
public final class MarkdownText {
  private static final String JOINER = "&#8288;";
  private static final Pattern LINKED =
      Pattern.compile("#(?=\\d)|(?i:www)(?=\\.)|(?i:gh-)(?=\\d)|:(?=//)");

  private MarkdownText() {}

  /** The text as Markdown that shows it and does nothing else. */
  public static String escape(String text) {
    StringBuilder safe = new StringBuilder();
    String plain = Plain.text(text).strip();
    int from = 0;
    var linked = LINKED.matcher(plain);
    while (linked.find()) {
      escape(plain.substring(from, linked.end()), safe);
      safe.append(JOINER);
      from = linked.end();
    }
    escape(plain.substring(from), safe);
    return safe.toString();
  }

  private static void escape(String plain, StringBuilder safe) {
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '@' -> safe.append('\uFF20');
        case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!', '$' -> safe.append('\\').append(c);
        default -> safe.append(c);
      }
    }
  }
}
