package loomwatch.reporting.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import loomwatch.reporting.text.Document.Block;
import loomwatch.reporting.text.Document.Block.Table;
import loomwatch.reporting.text.Document.Fold;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Document.WhenWide;
import loomwatch.results.files.Plain;

/**
 * Renders a document as lines that fit the terminal, with an empty line between sections. Texts are
 * plain, so only Loomwatch's own escape sequences are printed.
 */
public final class Terminal {
  private static final String STEP = "  ";
  private static final String GAP = "  ";

  /** The blanks at which a line must not break, such as between a number and its unit. */
  private static final Pattern WITH_UNIT =
      Pattern.compile(
          "(?<=\\d) (?=(?:%|[mµn]?s|[KMG]i?B|B)(?![\\w]))|(?<=[÷×±≤→]) (?=[−\\d])|(?<=\\bp) (?=[\\d<])|(?<=p <) (?=\\d)"
              + "|(?<=\\[[−\\d.,e]{1,14},) (?=[−\\d])");

  private static final char GLUE = '\u00A0';

  private final Style style;
  private final List<String> lines = new ArrayList<>();
  private String indent = "";

  private Terminal(Style style) {
    this.style = style;
  }

  public static String render(Document document, Style style) {
    Terminal terminal = new Terminal(style);
    document.sections().stream()
        .filter(section -> section.fold() != Fold.EVIDENCE)
        .forEach(terminal::section);
    return String.join("\n", terminal.lines) + "\n";
  }

  private void section(Section section) {
    if (!lines.isEmpty()) {
      gap();
    }
    indent = "";
    if (section.fold() == Fold.FOLDED) {
      block(new Block.Heading(section.name(), ""));
    }
    section.blocks().forEach(this::block);
  }

  /** Indents what follows a title or a heading. */
  private void block(Block block) {
    switch (block) {
      case Block.Title title -> {
        wrapped(title.mark().and(title.between() + title.sentence()), indent);
        indent = STEP;
      }
      case Block.Heading heading -> {
        String rest = heading.rest().isEmpty() ? "" : ": " + heading.rest();
        wrapped(Text.of(heading.title(), Ink.BOLD).and(rest), indent);
        indent = STEP;
      }
      case Block.Paragraph paragraph -> wrapped(paragraph.text(), indent);
      case Block.Item item -> {
        wrapped(item.text(), indent);
        item.below().forEach(text -> wrapped(text, indent + STEP));
      }
      case Table table -> table(table);
      case Block.Drawing drawing ->
          drawing.lines().apply(room()).forEach(line -> laidOut(List.of(line)));
      case Block.FirstFitting several ->
          several.forms().stream()
              .filter(this::fits)
              .findFirst()
              .orElse(several.forms().getLast())
              .blocks()
              .forEach(this::block);
      case Block.Gap() -> gap();
    }
  }

  private void gap() {
    if (!lines.getLast().isEmpty()) {
      lines.add("");
    }
  }

  private int room() {
    return style.width() - indent.length();
  }

  private boolean fits(Section form) {
    return form.blocks().stream()
        .allMatch(block ->
            switch (block) {
              case Table table -> width(table) <= room();
              case Block.Drawing drawing -> !drawing.lines().apply(room()).isEmpty();
              case Block other -> true;
            });
  }

  private void table(Table table) {
    if (width(table) <= room()) {
      inColumns(table);
    } else if (table.whenWide() == WhenWide.IN_WORDS) {
      table.rows().forEach(row -> inWords(table, row));
    } else {
      inParts(table);
    }
  }

  private void inParts(Table table) {
    int all = table.columns().size();
    for (int from = 1; from < all; ) {
      int to = all;
      while (to > from + 1 && width(part(table, from, to)) > room()) {
        to--;
      }
      Table part = part(table, from, to);
      if (width(part) <= room()) {
        inColumns(part);
      } else {
        part.rows().forEach(row -> inWords(part, row));
      }
      from = to;
    }
  }

  private static Table part(Table table, int from, int to) {
    return table.columns(IntStream.concat(IntStream.of(0), IntStream.range(from, to)).toArray());
  }

  private void inColumns(Table table) {
    int[] widths = widths(table);
    List<List<Text>> all = new ArrayList<>(table.rows());
    if (table.columns().stream().anyMatch(column -> !column.name().isEmpty())) {
      all.addFirst(
          table.columns().stream().map(column -> Text.of(column.name(), Ink.BOLD)).toList());
    }
    for (List<Text> row : all) {
      List<Text> cells = new ArrayList<>();
      for (int column = 0; column < widths.length; column++) {
        Text cell = row.get(column);
        Text padding = Text.of(" ".repeat(widths[column] - cell.width()));
        boolean right = table.columns().get(column).side() == Side.RIGHT;
        cells.add(right ? padding.and(cell) : cell.and(padding));
      }
      laidOut(cells);
    }
  }

  /** Writes, for example, {@code hello platform: base 1 ms, head 2 ms}. */
  private void inWords(Table table, List<Text> row) {
    Text lead = Text.EMPTY;
    Text rest = Text.EMPTY;
    for (int column = 0; column < row.size(); column++) {
      Text cell = row.get(column);
      String name = table.columns().get(column).name();
      if (cell.isEmpty()) {
        continue;
      }
      if (table.columns().get(column).side() == Side.KEY) {
        lead = lead.isEmpty() ? cell : lead.and(" ").and(cell);
      } else {
        Text named = name.isEmpty() ? cell : Text.of(name + " ").and(cell);
        rest = rest.isEmpty() ? named : rest.and(", ").and(named);
      }
    }
    wrapped(rest.isEmpty() ? lead : lead.and(": ").and(rest), indent);
  }

  private static int[] widths(Table table) {
    return IntStream.range(0, table.columns().size())
        .map(column ->
            table.rows().stream()
                .mapToInt(row -> row.get(column).width())
                .reduce(Plain.width(table.columns().get(column).name()), Math::max))
        .toArray();
  }

  private static int width(Table table) {
    int[] widths = widths(table);
    return IntStream.of(widths).sum() + GAP.length() * Math.max(0, widths.length - 1);
  }

  private void laidOut(List<Text> cells) {
    StringBuilder line = new StringBuilder(indent);
    for (int i = 0; i < cells.size(); i++) {
      line.append(i == 0 ? "" : GAP);
      for (Text.Span span : cells.get(i).spans()) {
        line.append(span.ink().on(span.text(), style.colour()));
      }
    }
    lines.add(line.toString().stripTrailing());
  }

  private void wrapped(Text text, String first) {
    Inks inks = new Inks(text);
    for (String line : wrap(text.plain(), first, first + STEP, style.width())) {
      lines.add(style.colour() == Style.Colour.OFF ? line : inks.on(line));
    }
  }

  /** The colour of each letter of a text in which line breaks may replace blanks. */
  private static final class Inks {
    private final List<Ink> ofLetters = new ArrayList<>();
    private int next;

    Inks(Text text) {
      for (Text.Span span : text.spans()) {
        span.text()
            .chars()
            .filter(c -> c != ' ' && c != GLUE)
            .forEach(c -> ofLetters.add(span.ink()));
      }
    }

    String on(String line) {
      StringBuilder coloured = new StringBuilder();
      StringBuilder run = new StringBuilder();
      Ink ink = Ink.PLAIN;
      int blanks = 0;
      for (int i = 0; i < line.length(); i++) {
        if (line.charAt(i) == ' ') {
          blanks++;
          continue;
        }
        Ink own = ofLetters.get(next++);
        if (own != ink) {
          coloured.append(ink.on(run.toString(), Style.Colour.ON)).append(" ".repeat(blanks));
          run.setLength(0);
          ink = own;
        } else {
          run.append(" ".repeat(blanks));
        }
        run.append(line.charAt(i));
        blanks = 0;
      }
      return coloured.append(ink.on(run.toString(), Style.Colour.ON)).toString();
    }
  }

  /** Returns lines of at most {@code width} columns, indented; a longer word is cut. */
  private static List<String> wrap(String text, String first, String further, int width) {
    List<String> wrapped = new ArrayList<>();
    String indent = first;
    StringBuilder line = new StringBuilder();
    for (String word : words(text, Math.max(1, width - further.length()))) {
      boolean fits =
          indent.length() + Plain.width(line.toString()) + 1 + Plain.width(word) <= width;
      if (!line.isEmpty() && !fits) {
        wrapped.add(indent + line);
        indent = further;
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    wrapped.add(indent + line);
    return wrapped.stream().map(each -> each.replace(GLUE, ' ').stripTrailing()).toList();
  }

  private static List<String> words(String text, int longest) {
    List<String> words = new ArrayList<>();
    String glued = WITH_UNIT.matcher(text.strip()).replaceAll(String.valueOf(GLUE));
    for (String word : glued.split(" +")) {
      int from = 0;
      for (int to = from; to < word.length(); ) {
        int next = word.offsetByCodePoints(to, 1);
        if (Plain.width(word.substring(from, next)) > longest) {
          words.add(word.substring(from, to));
          from = to;
        }
        to = next;
      }
      words.add(word.substring(from));
    }
    return words;
  }
}
