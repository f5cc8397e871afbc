package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import loomwatch.results.Mix.Values;
import org.jspecify.annotations.Nullable;

/** Text as bytes, with values of a row in it. */
final class Template {
  /** Each with one element, or one for every row. */
  private final List<byte[][]> parts;

  private final int length;

  /**
   * A text's.
   *
   * @param values what its placeholders stand for; null for nothing
   * @param written how a value is written there
   */
  Template(String text, @Nullable Values values, UnaryOperator<String> written) {
    List<byte[][]> found = new ArrayList<>();
    int from = 0;
    Matcher placeholder = Values.PLACEHOLDER.matcher(values == null ? "" : text);
    while (values != null && placeholder.find()) {
      found.add(new byte[][] {bytes(text.substring(from, placeholder.start()))});
      found.add(column(values, placeholder.group(1), written));
      from = placeholder.end();
    }
    found.add(new byte[][] {bytes(text.substring(from))});
    this.parts = List.copyOf(found);
    this.length = parts.size() == 1 ? parts.getFirst()[0].length : -1;
  }

  private static byte[][] column(Values values, String column, UnaryOperator<String> written) {
    byte[][] cells = new byte[values.rows().size()][];
    for (int row = 0; row < cells.length; row++) {
      cells[row] = bytes(written.apply(values.at(row, column)));
    }
    return cells;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether it is the same with every row. */
  boolean constant() {
    return parts.size() == 1;
  }

  /** How many bytes it is with that row. */
  int length(int row) {
    if (length >= 0) {
      return length;
    }
    int sum = 0;
    for (byte[][] part : parts) {
      sum += part[part.length == 1 ? 0 : row].length;
    }
    return sum;
  }

  /** The text with that row. */
  String text(int row) {
    StringBuilder text = new StringBuilder();
    for (byte[][] part : parts) {
      text.append(new String(part[part.length == 1 ? 0 : row], StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  void write(int row, ByteBuf out) {
    for (byte[][] part : parts) {
      out.writeBytes(part[part.length == 1 ? 0 : row]);
    }
  }
}
