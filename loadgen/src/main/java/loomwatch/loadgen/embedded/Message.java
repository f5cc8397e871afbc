package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import org.jspecify.annotations.Nullable;

/** An encoded request and its expected response. */
final class Message {
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] END = ascii("\r\n\r\n");
  private static final int LONGEST_NUMBER = 10;

  /** Methods with content; a server may require its length even if it is empty (RFC 9110, 8.6). */
  private static final Set<String> WITH_CONTENT = Set.of("POST", "PUT", "PATCH");

  private final MixedRequest request;
  private final String scheme;
  private final String authority;
  private final Response.ExpectedResponse expected;
  private final Template path;
  private final Map<String, Template> headers = new LinkedHashMap<>();
  private final Template head;
  private final @Nullable Template body;
  private final @Nullable ByteBuf kept;
  private final @Nullable Http2Headers keptHeaders;

  private Message(LoadPlan plan, MixedRequest request) {
    Request sent = request.sent();
    Values values = plan.mix().values();
    UnaryOperator<String> asItIs = UnaryOperator.identity();
    this.request = request;
    this.scheme = plan.connectionSpec().protocol().scheme();
    this.authority = plan.target().getRawAuthority();
    this.expected = new Response.ExpectedResponse(sent.expected());
    this.path = new Template(request.path(), values, Values::percentEncoded);
    StringBuilder rest = new StringBuilder(" HTTP/1.1\r\nHost: " + authority);
    sent.headers()
        .forEach((name, value) -> {
          headers.put(name.toLowerCase(Locale.ROOT), new Template(value, values, asItIs));
          rest.append("\r\n" + name + ": " + value);
        });
    this.head = new Template(rest.toString(), values, asItIs);
    this.body = sent.body() == null ? null : new Template(sent.body(), values, asItIs);
    this.kept = takesRow() ? null : kept();
    this.keptHeaders = takesRow() ? null : headers(0);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static List<Message> of(LoadPlan plan) {
    return plan.mix().requests().stream().map(request -> new Message(plan, request)).toList();
  }

  /** Uses direct memory, because the transport would copy a heap buffer at each send. */
  private ByteBuf kept() {
    return written(0, Unpooled.directBuffer(length(0)));
  }

  void release() {
    if (kept != null) {
      kept.release();
    }
  }

  String shown() {
    return request.shown();
  }

  Response.ExpectedResponse expected() {
    return expected;
  }

  boolean takesRow() {
    return !(path.constant() && head.constant() && (body == null || body.constant()));
  }

  /** Returns the HTTP/1.1 request; the sender releases it. */
  ByteBuf bytes(int row, ByteBufAllocator allocator) {
    return kept != null ? kept.retainedDuplicate() : written(row, allocator.buffer(length(row)));
  }

  private int length(int row) {
    int content = hasLength() ? LENGTH.length + LONGEST_NUMBER + contentLength(row) : 0;
    int method = request.sent().method().length() + 1;
    return method + path.length(row) + head.length(row) + content + END.length;
  }

  private boolean hasLength() {
    return body != null || WITH_CONTENT.contains(request.sent().method());
  }

  private int contentLength(int row) {
    return body == null ? 0 : body.length(row);
  }

  private ByteBuf written(int row, ByteBuf out) {
    out.writeCharSequence(request.sent().method() + " ", StandardCharsets.US_ASCII);
    path.write(row, out);
    head.write(row, out);
    if (hasLength()) {
      out.writeBytes(LENGTH);
      out.writeCharSequence(Integer.toString(contentLength(row)), StandardCharsets.US_ASCII);
    }
    out.writeBytes(END);
    if (body != null) {
      body.write(row, out);
    }
    return out;
  }

  Http2Headers http2(int row) {
    return keptHeaders != null ? keptHeaders : headers(row);
  }

  private Http2Headers headers(int row) {
    Http2Headers all = new DefaultHttp2Headers(false);
    all.method(AsciiString.of(request.sent().method()));
    all.scheme(scheme);
    all.authority(authority);
    all.path(AsciiString.of(path.text(row)));
    headers.forEach((name, value) -> all.add(name, value.text(row)));
    return all;
  }

  /** Returns the HTTP/2 body, or null; the sender releases it. */
  @Nullable ByteBuf body(int row, ByteBufAllocator allocator) {
    if (body == null) {
      return null;
    }
    ByteBuf bytes = allocator.buffer(body.length(row));
    body.write(row, bytes);
    return bytes;
  }

  /** Encoded text with placeholders for a row's values. */
  private static final class Template {
    /** Parts with one element, or one for every row. */
    private final List<byte[][]> parts;

    private final int length;

    /** Parses a template with an encoding for values; without values it has no placeholders. */
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

    boolean constant() {
      return parts.size() == 1;
    }

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
}
