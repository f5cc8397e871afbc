package loomwatch.reporting.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The content of a report, which {@link Terminal} and {@link Markdown} lay out: a list of sections,
 * each a list of blocks. A short report is a document with fewer sections.
 *
 * <p>Texts may be untrusted: a record, a pull request's branch, another tool's history. They are
 * never interpreted; the renderers escape them.
 */
public final class Document {
  private final List<Section> sections = new ArrayList<>();

  enum Fold {
    OPEN,
    /** Markdown folds the section behind its name. */
    FOLDED,
    /** Markdown folds the section behind its name, and a terminal omits it. */
    EVIDENCE
  }

  sealed interface Block {
    /** The result: a mark, and a sentence after it. */
    record Title(Text mark, String between, String sentence) implements Block {}

    /** The heading of a section; {@code rest} follows in normal weight. */
    record Heading(String title, String rest) implements Block {}

    record Paragraph(Text text) implements Block {}

    /** A list item, with further lines below it. */
    record Item(Text text, List<Text> below) implements Block {}

    record Table(List<Head> columns, List<List<Text>> rows, WhenWide whenWide) implements Block {
      record Head(String name, Side side) {}

      /** Removes columns without content. */
      private Table withoutEmptyColumns() {
        int[] filled =
            IntStream.range(0, columns.size())
                .filter(at -> rows.stream().anyMatch(row -> !row.get(at).isEmpty()))
                .toArray();
        return columns(filled);
      }

      Table columns(int... which) {
        return new Table(
            IntStream.of(which).mapToObj(columns::get).toList(),
            rows.stream().map(row -> IntStream.of(which).mapToObj(row::get).toList()).toList(),
            whenWide);
      }
    }

    /** Returns the lines of a text drawing for a width; none where it is too narrow. */
    record Drawing(IntFunction<List<Text>> lines) implements Block {}

    /** Alternative forms of the same content: the first that fits is shown, or else the last. */
    record FirstFitting(List<Section> forms) implements Block {}

    /** An empty line at a terminal. */
    record Gap() implements Block {}
  }

  /** How a terminal shows a table that is too wide. */
  enum WhenWide {
    /** Shows each row as a sentence. */
    IN_WORDS,
    /** Shows several tables, each with the first column and as many others as fit. */
    IN_PARTS
  }

  public enum Side {
    /** Left-aligned; identifies the row. */
    KEY,
    LEFT,
    RIGHT
  }

  /** A column of a table; the name, for the header, may be empty. */
  public record Column<R>(String name, Side side, Function<R, Text> cell) {
    /** Returns a column that identifies the row. */
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

  /** A part of a document that is shown or omitted as a whole. Its methods add blocks. */
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

    /** Adds a title, such as {@code ✘ REGRESSED: hello takes 14 % more CPU.} */
    public Section title(Text mark, String between, String sentence) {
      return add(new Block.Title(mark, between, sentence));
    }

    /** Adds a heading; {@code rest} follows in normal weight and may be empty. */
    public Section heading(String title, String rest) {
      return add(new Block.Heading(title, rest));
    }

    /** Adds a paragraph, unless the text is empty. */
    public Section text(String text) {
      return text(Text.of(text));
    }

    /** Adds a paragraph, unless the text is empty. */
    public Section text(Text text) {
      return text.isEmpty() ? this : add(new Block.Paragraph(text));
    }

    /** Adds a list item, unless the text is empty. */
    public Section item(String text) {
      return item(Text.of(text), List.of());
    }

    /** Adds a list item, unless the text is empty. */
    public Section item(Text text) {
      return item(text, List.of());
    }

    /** Adds a list item with further lines, unless the text is empty. */
    public Section item(Text text, List<Text> below) {
      return text.isEmpty() ? this : add(new Block.Item(text, List.copyOf(below)));
    }

    /** Adds a table without its empty columns, unless there are no rows. */
    public <R> Section table(List<R> rows, List<Column<R>> columns) {
      return table(rows, columns, WhenWide.IN_WORDS);
    }

    /** Adds a table whose columns become several tables where it is too wide for a terminal. */
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

    /** Adds a text drawing, which has no lines for a width that is too narrow. */
    public Section drawing(IntFunction<List<Text>> lines) {
      return add(new Block.Drawing(lines));
    }

    /** Adds alternatives created by {@link #form}, of which the first that fits is shown. */
    public Section firstFitting(Section... forms) {
      return add(new Block.FirstFitting(List.of(forms)));
    }

    /** Returns an empty form for {@link #firstFitting}. */
    public static Section form() {
      return new Section("", Fold.OPEN);
    }

    /** Adds an empty line at a terminal; Markdown has its own. */
    public Section gap() {
      return add(new Block.Gap());
    }
  }

  /** Adds an empty section, whose name is shown if it is omitted for lack of room. */
  public Section section(String name) {
    return add(new Section(name, Fold.OPEN));
  }

  /** Adds a section that Markdown folds behind its name; a terminal shows the name as a heading. */
  public Section folded(String name) {
    return add(new Section(name, Fold.FOLDED));
  }

  /** Adds a section that Markdown folds behind its name, and a terminal omits. */
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
