package loomwatch.reporting.text;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.files.Plain;

/**
 * A line or paragraph of a {@link Document}. It may come from outside: it is made plain here, and
 * renderers make it inert.
 */
public record Text(List<Span> spans) {
  public static final Text EMPTY = new Text(List.of());

  /**
   * A part of a text that looks the same throughout.
   *
   * @param ink its colour at a terminal
   * @param form how Markdown sets it apart
   * @param target of a link; otherwise empty
   */
  record Span(String text, Ink ink, Form form, String target) {
    Span {
      text = Plain.text(text);
    }
  }

  /** How a part of a text is set apart in Markdown; a terminal has colours instead. */
  enum Form {
    PLAIN,
    STRONG,
    CODE,
    LINK
  }

  public Text {
    spans = List.copyOf(spans);
  }

  public static Text of(String text) {
    return of(text, Ink.PLAIN);
  }

  public static Text of(String text, Ink ink) {
    return of(text, ink, Form.PLAIN);
  }

  /** Bold in Markdown, and at a terminal. */
  public static Text strong(String text) {
    return of(text, Ink.BOLD, Form.STRONG);
  }

  /** Bold in Markdown, and in that colour at a terminal. */
  public static Text strong(String text, Ink ink) {
    return of(text, ink, Form.STRONG);
  }

  /** Something to be typed. */
  public static Text code(String text) {
    return of(text, Ink.PLAIN, Form.CODE);
  }

  /**
   * A link in Markdown.
   *
   * @param target an address that is ours or was checked: it is not escaped
   */
  public static Text link(String text, String target) {
    return new Text(List.of(new Span(text, Ink.PLAIN, Form.LINK, target)));
  }

  private static Text of(String text, Ink ink, Form form) {
    return text.isEmpty() ? EMPTY : new Text(List.of(new Span(text, ink, form, "")));
  }

  /** Both, without a blank between them. */
  public Text and(Text more) {
    return new Text(Stream.concat(spans.stream(), more.spans.stream()).toList());
  }

  /** The same with ordinary text after it. */
  public Text and(String more) {
    return and(of(more));
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** What a terminal shows of it, without colours. */
  public String plain() {
    return spans.stream().map(Span::text).collect(joining());
  }

  int width() {
    return Plain.width(plain());
  }
}
