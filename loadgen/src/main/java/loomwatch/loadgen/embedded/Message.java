package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.loadgen.Encoding;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Template;
import loomwatch.loadgen.UserSession;
import loomwatch.loadgen.Variables;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import org.jspecify.annotations.Nullable;

/** An encoded request and its expected response. */
final class Message {
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] COOKIE = ascii("\r\nCookie: ");
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
  private final boolean ofSession;
  private final @Nullable ByteBuf kept;
  private final @Nullable Http2Headers keptHeaders;

  private Message(LoadPlan plan, MixedRequest request, Variables variables) {
    Request sent = request.sent();
    Values values = plan.mix().values();
    this.request = request;
    this.scheme = plan.connectionSpec().protocol().scheme();
    this.authority = plan.target().getRawAuthority();
    this.ofSession = plan.mix().session() != null;
    this.expected = new Response.ExpectedResponse(sent, ofSession);
    this.path = new Template(request.path(), Encoding.PATH, values, variables);
    StringBuilder rest = new StringBuilder(" HTTP/1.1\r\nHost: " + authority);
    sent.headers()
        .forEach((name, value) -> {
          headers.put(
              name.toLowerCase(Locale.ROOT),
              new Template(value, Encoding.HEADER, values, variables));
          rest.append("\r\n" + name + ": " + value);
        });
    this.head = new Template(rest.toString(), Encoding.HEADER, values, variables);
    this.body =
        sent.body() == null
            ? null
            : new Template(sent.body(), Encoding.ofBody(sent.headers()), values, variables);
    boolean same = !ofSession && !takesRow();
    this.kept = same ? kept() : null;
    this.keptHeaders = same ? headers(0, User.NOBODY.session()) : null;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static List<Message> of(LoadPlan plan, List<MixedRequest> requests, Variables variables) {
    return requests.stream().map(request -> new Message(plan, request, variables)).toList();
  }

  /** Uses direct memory, because the transport would copy a heap buffer at each send. */
  private ByteBuf kept() {
    UserSession nobody = User.NOBODY.session();
    return written(0, nobody, Unpooled.directBuffer(length(0, nobody)));
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
    return path.ofRow() || head.ofRow() || body != null && body.ofRow();
  }

  /**
   * Returns why an answer is not the expected one, without secrets; empty if it is. Keeps what the
   * session takes of it.
   */
  Optional<String> wrong(Response response, UserSession user) {
    Optional<String> missing =
        ofSession ? user.take(request.sent(), response.answer()) : Optional.empty();
    if (!response.right()) {
      return Optional.of(
          response.mismatch(user)
              + "; fix the service or the request, or say under expect what is right");
    }
    return missing.map(
        value -> "%s, without %s; correct take".formatted(response.quoted(user), value));
  }

  /** Returns the HTTP/1.1 request; the sender releases it. */
  ByteBuf bytes(int row, UserSession user, ByteBufAllocator allocator) {
    return kept != null
        ? kept.retainedDuplicate()
        : written(row, user, allocator.buffer(length(row, user)));
  }

  private int length(int row, UserSession user) {
    int content = hasLength() ? LENGTH.length + LONGEST_NUMBER + contentLength(row, user) : 0;
    int method = request.sent().method().length() + 1;
    int cookies = COOKIE.length + user.cookies().length();
    return method
        + path.length(row, user)
        + head.length(row, user)
        + cookies
        + content
        + END.length;
  }

  private boolean hasLength() {
    return body != null || WITH_CONTENT.contains(request.sent().method());
  }

  private int contentLength(int row, UserSession user) {
    return body == null ? 0 : body.length(row, user);
  }

  private ByteBuf written(int row, UserSession user, ByteBuf out) {
    out.writeCharSequence(request.sent().method() + " ", StandardCharsets.US_ASCII);
    path.write(row, user, out);
    head.write(row, user, out);
    if (!user.cookies().isEmpty()) {
      out.writeBytes(COOKIE);
      out.writeCharSequence(user.cookies(), StandardCharsets.US_ASCII);
    }
    if (hasLength()) {
      out.writeBytes(LENGTH);
      out.writeCharSequence(Integer.toString(contentLength(row, user)), StandardCharsets.US_ASCII);
    }
    out.writeBytes(END);
    if (body != null) {
      body.write(row, user, out);
    }
    return out;
  }

  Http2Headers http2(int row, UserSession user) {
    return keptHeaders != null ? keptHeaders : headers(row, user);
  }

  private Http2Headers headers(int row, UserSession user) {
    Http2Headers all = new DefaultHttp2Headers(false);
    all.method(AsciiString.of(request.sent().method()));
    all.scheme(scheme);
    all.authority(authority);
    all.path(AsciiString.of(path.text(row, user)));
    headers.forEach((name, value) -> all.add(name, value.text(row, user)));
    if (!user.cookies().isEmpty()) {
      all.add("cookie", user.cookies());
    }
    return all;
  }

  /** Returns the HTTP/2 body, or null; the sender releases it. */
  @Nullable ByteBuf body(int row, UserSession user, ByteBufAllocator allocator) {
    if (body == null) {
      return null;
    }
    ByteBuf bytes = allocator.buffer(body.length(row, user));
    body.write(row, user, bytes);
    return bytes;
  }
}
