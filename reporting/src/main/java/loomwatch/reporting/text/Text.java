package loomwatch.reporting.text;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.files.Plain;
import org.jspecify.annotations.Nullable;

/**
 * A line or paragraph of a {@link Document}. Untrusted text is made plain here; renderers escape
 * it.
 */
public record Text(List<Span> spans) {
  public static final Text EMPTY = new Text(List.of());

  /**
   * A part of a text with uniform formatting.
   *
   * @param ink its colour at a terminal
   * @param form its Markdown markup
   * @param target of a link; otherwise empty
   */
  record Span(String text, Ink ink, Form form, String target) {
    Span {
      text = Plain.text(text);
    }
  }

  /** The Markdown markup of a part; a terminal has colours instead. */
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

  /** Returns text that is bold in Markdown and at a terminal. */
  public static Text strong(String text) {
    return of(text, Ink.BOLD, Form.STRONG);
  }

  /** Returns text that is bold in Markdown, and in that colour at a terminal. */
  public static Text strong(String text, Ink ink) {
    return of(text, ink, Form.STRONG);
  }

  public static Text code(String text) {
    return of(text, Ink.PLAIN, Form.CODE);
  }

  /** Returns a Markdown link to a trusted or checked address, as it is not escaped. */
  public static Text link(String text, String target) {
    return new Text(List.of(new Span(text, Ink.PLAIN, Form.LINK, target)));
  }

  private static Text of(String text, Ink ink, Form form) {
    return text.isEmpty() ? EMPTY : new Text(List.of(new Span(text, ink, form, "")));
  }

  /** Returns both texts, without a blank between them. */
  public Text and(Text more) {
    return new Text(Stream.concat(spans.stream(), more.spans.stream()).toList());
  }

  public Text and(String more) {
    return and(of(more));
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Returns the text without colours and forms. */
  public String plain() {
    return spans.stream().map(Span::text).collect(joining());
  }

  /** Returns the address of its last link; null without one. */
  public @Nullable String link() {
    return spans.stream()
        .map(Span::target)
        .filter(target -> !target.isEmpty())
        .reduce((before, last) -> last)
        .orElse(null);
  }

  int width() {
    return Plain.width(plain());
  }
}
