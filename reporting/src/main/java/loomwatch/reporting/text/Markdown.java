package loomwatch.reporting.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import loomwatch.reporting.text.Document.Block;
import loomwatch.reporting.text.Document.Fold;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;

/**
 * Renders a document as GitHub Markdown. Untrusted text is made inert and one line: no HTML,
 * emphasis, links, images, tables, mathematics, mentions or issue references.
 *
 * <p>Entities alone do not stop issue references, mentions and bare links, as GitHub looks for them
 * in the rendered page; a word joiner (U+2060, invisible) inside them does. As some clients accept
 * even a joiner in a mail address, {@code @} becomes its full-width form, U+FF20.
 */
public final class Markdown {
  private static final String JOINER = "&#8288;";
  private static final Pattern LINKED =
      Pattern.compile("#(?=\\d)|(?i:www)(?=\\.)|(?i:gh-)(?=\\d)|:(?=//)");

  /** Columns of code that GitHub's comments show without scrolling. */
  private static final int COLUMNS = 90;

  /** Bytes reserved to name the omitted sections. */
  private static final int RESERVE = 1_000;

  private static final int MOST_NAMED = 5;
  private static final int LONGEST_NAME = 60;

  private final StringBuilder out = new StringBuilder();
  private boolean inList;

  private Markdown() {}

  /** Returns the whole document, ending in a newline. */
  public static String render(Document document) {
    return render(document, Integer.MAX_VALUE);
  }

  /**
   * Returns as many sections as fit, open ones before folded ones. The omitted ones are named at
   * the end.
   *
   * @param room in bytes of UTF-8
   */
  public static String render(Document document, int room) {
    List<Section> sections = document.sections();
    List<String> rendered = sections.stream().map(Markdown::of).toList();
    BitSet kept = new BitSet();
    int left = room - RESERVE;
    for (boolean folded : new boolean[] {false, true}) {
      for (int i = 0; i < sections.size(); i++) {
        int size = rendered.get(i).getBytes(StandardCharsets.UTF_8).length;
        if (folded == (sections.get(i).fold() != Fold.OPEN) && size <= left) {
          kept.set(i);
          left -= size;
        }
      }
    }
    StringBuilder page = new StringBuilder();
    List<String> leftOut = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      if (kept.get(i)) {
        page.append(rendered.get(i));
      } else {
        leftOut.add(sections.get(i).name());
      }
    }
    return page.toString().stripLeading() + leftOut(leftOut);
  }

  private static String leftOut(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    List<String> named =
        names.stream()
            .limit(MOST_NAMED)
            .map(name ->
                name.codePointCount(0, name.length()) > LONGEST_NAME
                    ? name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "…"
                    : name)
            .toList();
    int more = names.size() - named.size();
    return "\n"
        + escape(
            "Left out to fit a comment: "
                + String.join("; ", named)
                + (more > 0 ? "; and " + more + " more" : "")
                + ". The run's record.json has everything.")
        + "\n";
  }

  private static String of(Section section) {
    Markdown page = new Markdown();
    if (section.fold() == Fold.OPEN) {
      section.blocks().forEach(page::block);
      return page.out.toString();
    }
    page.apart("<details><summary>" + escape(section.name()) + "</summary>");
    section.blocks().forEach(page::block);
    page.apart("</details>");
    return page.out.toString();
  }

  private void block(Block block) {
    if (block instanceof Block.Item item) {
      item(item);
      return;
    }
    switch (block) {
      case Block.Title title -> {
        apart("# Loomwatch: " + inert(title.mark(), false));
        apart("**" + escape(title.sentence()) + "**");
      }
      case Block.Heading heading -> {
        apart("## " + escape(heading.title()));
        if (!heading.rest().isEmpty()) {
          apart(escape(heading.rest()));
        }
      }
      case Block.Paragraph paragraph -> apart(inert(paragraph.text(), true));
      case Block.Table table -> table(table);
      case Block.Drawing drawing -> drawing(drawing);
      case Block.FirstFitting several ->
          several.forms().stream()
              .filter(Markdown::fits)
              .findFirst()
              .orElse(several.forms().getLast())
              .blocks()
              .forEach(this::block);
      case Block.Item item -> item(item);
      case Block.Gap() -> {}
    }
    inList = false;
  }

  private static boolean fits(Section form) {
    return form.blocks().stream()
        .noneMatch(block ->
            block instanceof Block.Drawing drawing && drawing.lines().apply(COLUMNS).isEmpty());
  }

  private void item(Block.Item item) {
    String line = "- " + inert(item.text(), true);
    if (inList) {
      line(line);
    } else {
      apart(line);
    }
    item.below().forEach(text -> line("  - " + inert(text, true)));
    inList = true;
  }

  private void table(Block.Table table) {
    apart(row(table.columns().stream().map(column -> escape(column.name())).toList()));
    line(
        row(
            table.columns().stream()
                .map(column -> column.side() == Side.RIGHT ? "---:" : "---")
                .toList()));
    table
        .rows()
        .forEach(cells -> line(row(cells.stream().map(cell -> inert(cell, true)).toList())));
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /** Uses a fence, where only its end is interpreted; no line begins with one. */
  private void drawing(Block.Drawing drawing) {
    List<Text> lines = drawing.lines().apply(COLUMNS);
    if (!lines.isEmpty()) {
      apart("```text");
      lines.forEach(text -> line((" " + text.plain().replace('`', '\'')).stripTrailing()));
      line("```");
    }
  }

  private void apart(String line) {
    line("");
    line(line);
  }

  private void line(String line) {
    out.append(line).append('\n');
  }

  /** Returns a folded part; its Markdown is not escaped. */
  public static String folded(String summary, String markdown) {
    return "\n<details><summary>%s</summary>\n\n%s\n</details>\n"
        .formatted(escape(summary), markdown);
  }

  /** Returns Markdown that shows the text unchanged. */
  public static String escape(String text) {
    return of(Text.of(text));
  }

  /** Returns Markdown that shows the text with its forms. */
  public static String of(Text text) {
    return inert(text, true);
  }

  private static String inert(Text text, boolean formed) {
    String plain = text.plain();
    BitSet joined = new BitSet();
    LINKED.matcher(plain).results().forEach(linked -> joined.set(linked.end() - 1));
    StringBuilder safe = new StringBuilder();
    int at = 0;
    for (Text.Span span : text.spans()) {
      String shown = span.text();
      Text.Form form = formed ? span.form() : Text.Form.PLAIN;
      safe.append(
          switch (form) {
            case PLAIN -> "";
            case STRONG -> "**";
            case CODE -> "`";
            case LINK -> "[";
          });
      for (int i = 0; i < shown.length(); i++, at++) {
        if (form == Text.Form.CODE) {
          safe.append(shown.charAt(i) == '`' ? '\'' : shown.charAt(i));
        } else {
          escape(shown.charAt(i), safe);
          safe.append(joined.get(at) ? JOINER : "");
        }
      }
      safe.append(
          switch (form) {
            case PLAIN -> "";
            case STRONG -> "**";
            case CODE -> "`";
            case LINK -> "](" + span.target() + ")";
          });
    }
    return safe.toString().strip();
  }

  private static void escape(char c, StringBuilder safe) {
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
