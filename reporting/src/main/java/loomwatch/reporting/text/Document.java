package loomwatch.reporting.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a report says, written once: {@link Terminal} and {@link Markdown} lay it out. It is a list
 * of sections, and a section a list of blocks. A report in short is a document of fewer sections.
 *
 * <p>All text may come from outside: a record, a pull request's branch, another tool's history. It
 * is never interpreted; escaping is the renderers' business, and nobody else's.
 */
public final class Document {
  private final List<Section> sections = new ArrayList<>();

  /** Whether a section is open to the eye. */
  enum Fold {
    OPEN,
    /** Markdown folds it away behind its name. */
    FOLDED,
    /** The same, and a terminal has no room for it at all. */
    EVIDENCE
  }

  sealed interface Block {
    /** What the report comes to: a mark, and a sentence after it. */
    record Title(Text mark, String between, String sentence) implements Block {}

    /** The head of a section, and in ordinary letters what belongs to it. */
    record Heading(String title, String rest) implements Block {}

    record Paragraph(Text text) implements Block {}

    /** One of a list, with lines of its own below it. */
    record Item(Text text, List<Text> below) implements Block {}

    record Table(List<Head> columns, List<List<Text>> rows, WhenWide whenWide) implements Block {
      record Head(String name, Side side) {}

      /** Without the columns in which no row has anything. */
      private Table withoutEmptyColumns() {
        int[] filled =
            IntStream.range(0, columns.size())
                .filter(at -> rows.stream().anyMatch(row -> !row.get(at).isEmpty()))
                .toArray();
        return columns(filled);
      }

      /** Of those columns only. */
      Table columns(int... which) {
        return new Table(
            IntStream.of(which).mapToObj(columns::get).toList(),
            rows.stream().map(row -> IntStream.of(which).mapToObj(row::get).toList()).toList(),
            whenWide);
      }
    }

    /** Lines of letters that make a picture for a width; none where it is too narrow. */
    record Drawing(IntFunction<List<Text>> lines) implements Block {}

    /** Several forms of the same: the first that fits is shown, or else the last. */
    record FirstFitting(List<Section> forms) implements Block {}

    /** An empty line at a terminal. */
    record Gap() implements Block {}
  }

  /** What a terminal makes of a table that is wider than it. */
  enum WhenWide {
    /** Each row in words. */
    IN_WORDS,
    /** Several tables, each with the first column and as many others as fit. */
    IN_PARTS
  }

  /** Where a column's cells stand. */
  public enum Side {
    /** To the left; what a row is about. */
    KEY,
    LEFT,
    RIGHT
  }

  /**
   * A column of a table whose rows are of some type.
   *
   * @param name in the first row; may be empty
   * @param cell of a row
   */
  public record Column<R>(String name, Side side, Function<R, Text> cell) {
    /** What a row is about. */
    public static <R> Column<R> key(String name, Function<R, String> cell) {
      return new Column<>(name, Side.KEY, row -> Text.of(cell.apply(row)));
    }

    public static <R> Column<R> left(String name, Function<R, String> cell) {
      return new Column<>(name, Side.LEFT, row -> Text.of(cell.apply(row)));
    }

    public static <R> Column<R> right(String name, Function<R, String> cell) {
      return new Column<>(name, Side.RIGHT, row -> Text.of(cell.apply(row)));
    }
  }

  /** A part of a document that is shown or left out as a whole. Its methods add blocks to it. */
  public static final class Section {
    private final String name;
    private final Fold fold;
    private final List<Block> blocks = new ArrayList<>();

    private Section(String name, Fold fold) {
      this.name = name;
      this.fold = fold;
    }

    String name() {
      return name;
    }

    Fold fold() {
      return fold;
    }

    List<Block> blocks() {
      return blocks;
    }

    private Section add(Block block) {
      blocks.add(block);
      return this;
    }

    /** What the report comes to, such as {@code ✘ REGRESSED: hello takes 14 % more CPU.} */
    public Section title(Text mark, String between, String sentence) {
      return add(new Block.Title(mark, between, sentence));
    }

    /** A heading, and in ordinary letters what belongs to it, which may be empty. */
    public Section heading(String title, String rest) {
      return add(new Block.Heading(title, rest));
    }

    /** A paragraph; nothing where the text is empty. */
    public Section text(String text) {
      return text(Text.of(text));
    }

    /** A paragraph; nothing where the text is empty. */
    public Section text(Text text) {
      return text.isEmpty() ? this : add(new Block.Paragraph(text));
    }

    /** One of a list; nothing where the text is empty. */
    public Section item(String text) {
      return item(Text.of(text), List.of());
    }

    /** One of a list; nothing where the text is empty. */
    public Section item(Text text) {
      return item(text, List.of());
    }

    /** One of a list, with lines of its own below it. */
    public Section item(Text text, List<Text> below) {
      return text.isEmpty() ? this : add(new Block.Item(text, List.copyOf(below)));
    }

    /** A table, without the columns that no row fills; nothing where there are no rows. */
    public <R> Section table(List<R> rows, List<Column<R>> columns) {
      return table(rows, columns, WhenWide.IN_WORDS);
    }

    /** The same; where it is too wide for a terminal, its columns become several tables. */
    public <R> Section tableInParts(List<R> rows, List<Column<R>> columns) {
      return table(rows, columns, WhenWide.IN_PARTS);
    }

    private <R> Section table(List<R> rows, List<Column<R>> columns, WhenWide whenWide) {
      if (rows.isEmpty()) {
        return this;
      }
      List<Block.Table.Head> heads =
          columns.stream()
              .map(column -> new Block.Table.Head(column.name(), column.side()))
              .toList();
      List<List<Text>> cells =
          rows.stream()
              .map(row -> columns.stream().map(each -> each.cell().apply(row)).toList())
              .toList();
      return add(new Block.Table(heads, cells, whenWide).withoutEmptyColumns());
    }

    /**
     * A picture of letters.
     *
     * @param lines for a width; none where it is too narrow
     */
    public Section drawing(IntFunction<List<Text>> lines) {
      return add(new Block.Drawing(lines));
    }

    /** Several forms of the same, each made by {@link #form}: the first that fits is shown. */
    public Section firstFitting(Section... forms) {
      return add(new Block.FirstFitting(List.of(forms)));
    }

    /** For {@link #firstFitting}. */
    public static Section form() {
      return new Section("", Fold.OPEN);
    }

    /** An empty line at a terminal; Markdown has its own. */
    public Section gap() {
      return add(new Block.Gap());
    }
  }

  /**
   * A section to be filled.
   *
   * @param name by which it is told that it was left out
   */
  public Section section(String name) {
    return add(new Section(name, Fold.OPEN));
  }

  /** One that Markdown folds away behind its name; a terminal shows the name as its heading. */
  public Section folded(String name) {
    return add(new Section(name, Fold.FOLDED));
  }

  /** One that Markdown folds away behind its name, and a terminal leaves out. */
  public Section evidence(String name) {
    return add(new Section(name, Fold.EVIDENCE));
  }

  private Section add(Section section) {
    sections.add(section);
    return section;
  }

  List<Section> sections() {
    return sections.stream().filter(section -> !section.blocks().isEmpty()).toList();
  }
}
