package loomwatch.loadgen;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import loomwatch.results.Mix.Values;
import loomwatch.results.RequestPlaceholder;
import org.jspecify.annotations.Nullable;

/**
 * Encoded text of a request with placeholders. Values of the environment are in it from the start,
 * those of a row or of an answer at sending.
 */
public final class Template {
  private final List<Part> parts = new ArrayList<>();
  private boolean ofRow;

  /** A piece of the text, for a request with this row of this user. */
  private interface Part {
    byte[] bytes(int row, UserSession user);
  }

  /** Creates the template of a text without a table, whose placeholders of one stay as they are. */
  public Template(String text, Encoding encoding, @Nullable Values values, Variables variables) {
    int from = 0;
    Matcher found = RequestPlaceholder.FORM.matcher(text);
    StringBuilder constant = new StringBuilder();
    while (found.find()) {
      constant.append(text, from, found.start());
      from = found.end();
      RequestPlaceholder placeholder = RequestPlaceholder.of(found);
      String name = placeholder.name();
      switch (placeholder.source()) {
        case ENV -> constant.append(encoding.written(variables.value(name)));
        case SESSION -> {
          add(constant);
          Encoding here =
              encoding == Encoding.PATH && found.start() == 0 ? Encoding.LOCATION : encoding;
          parts.add((row, user) -> bytes(here.written(user.value(name))));
        }
        case CSV -> {
          if (values == null) {
            constant.append(found.group());
          } else {
            add(constant);
            byte[][] cells = column(values, name, encoding);
            parts.add((row, user) -> cells[row]);
            ofRow = true;
          }
        }
      }
    }
    add(constant.append(text.substring(from)));
  }

  private void add(StringBuilder constant) {
    byte[] bytes = bytes(constant.toString());
    parts.add((row, user) -> bytes);
    constant.setLength(0);
  }

  /** Only a path needs another form of a cell: those of a body are written for it. */
  private static byte[][] column(Values values, String column, Encoding encoding) {
    byte[][] cells = new byte[values.rows().size()][];
    for (int row = 0; row < cells.length; row++) {
      String value = values.at(row, column);
      cells[row] = bytes(encoding == Encoding.PATH ? Values.percentEncoded(value) : value);
    }
    return cells;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Reports whether it takes values of a row. */
  public boolean ofRow() {
    return ofRow;
  }

  public int length(int row, UserSession user) {
    int sum = 0;
    for (Part part : parts) {
      sum += part.bytes(row, user).length;
    }
    return sum;
  }

  public String text(int row, UserSession user) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(new String(part.bytes(row, user), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  public void write(int row, UserSession user, ByteBuf out) {
    for (Part part : parts) {
      out.writeBytes(part.bytes(row, user));
    }
  }
}
