package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.loadgen.UserSession;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Session.Taken;
import loomwatch.results.files.Plain;

/** A response compared incrementally with the expected one. The connection reuses it. */
final class Response {
  private static final int QUOTED = 200;

  /** Most bytes of a body in which a value is looked for. */
  private static final int MOST_KEPT = 1 << 20;

  /** Title of an HTML page, which summarises it in messages. */
  private static final Pattern TITLE = Pattern.compile("(?is)<title>(.*?)</title>");

  private ExpectedResponse expected = ExpectedResponse.SUCCESS;
  private int status;
  private int matched;
  private final byte[] beginning = new byte[QUOTED];
  private int kept;
  private long length;
  private long received;
  private final Map<String, List<String>> headers = new HashMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

  void expect(ExpectedResponse next) {
    expected = next;
    received = 0;
  }

  /** Adds bytes of headers, body or what frames them. */
  void received(long bytes) {
    received += bytes;
  }

  /** Returns the bytes received since the request was sent. */
  long received() {
    return received;
  }

  void begin(int withStatus) {
    status = withStatus;
    matched = 0;
    kept = 0;
    length = 0;
    if (expected.ofSession) {
      headers.clear();
      body.reset();
    }
  }

  /** Returns whether any header is of use. */
  boolean wantsHeaders() {
    return expected.ofSession;
  }

  /** Adds a header of the final response. */
  void header(CharSequence name, CharSequence value) {
    String lower = name.toString().toLowerCase(Locale.ROOT);
    if (expected.headers.contains(lower)) {
      headers.computeIfAbsent(lower, any -> new ArrayList<>()).add(value.toString());
    }
  }

  /** Returns what a session uses of the complete response. */
  UserSession.Answer answer() {
    return new UserSession.Answer(headers, body.toString(StandardCharsets.UTF_8));
  }

  /** Adds a part of the body, without changing the buffer's indices. */
  void body(ByteBuf in, int start, int bytes) {
    length += bytes;
    int piece = expected.pieceLength();
    if (expected.takesBody) {
      byte[] more = new byte[Math.min(bytes, MOST_KEPT - body.size())];
      in.getBytes(start, more);
      body.writeBytes(more);
    }
    if (piece > 0 || !expected.takes(status) || expected.ofSession) {
      int more = Math.min(bytes, QUOTED - kept);
      in.getBytes(start, beginning, kept, more);
      kept += more;
    }
    for (int at = start; matched < piece && at < start + bytes; at++) {
      matched = expected.matchedWith(in.getByte(at), matched);
    }
  }

  int status() {
    return status;
  }

  /** Returns whether the complete response is as expected. */
  boolean right() {
    return expected.takes(status) && matched == expected.pieceLength();
  }

  /** Describes the actual and the expected response in one line, without the user's secrets. */
  String mismatch(UserSession user) {
    return "%d where %s is expected: %s".formatted(status, expected.shown(), beginning(user));
  }

  /** Describes the actual response in one line, without the user's secrets. */
  String quoted(UserSession user) {
    return "%d: %s".formatted(status, beginning(user));
  }

  private String beginning(UserSession user) {
    String bytes = new String(beginning, 0, kept, StandardCharsets.UTF_8);
    String text = user.quoted(expected.request, status, bytes, length > kept);
    Matcher page = TITLE.matcher(text);
    boolean isPage = page.find();
    String line = Plain.text((isPage ? page.group(1) : text).strip().replaceAll("\\s+", " "));
    return (line.isEmpty() ? "(no body)" : line) + (!isPage && length > kept ? "…" : "");
  }

  /** The expected response, prepared for incremental comparison. */
  static final class ExpectedResponse {
    static final ExpectedResponse SUCCESS = new ExpectedResponse(Request.GET, false);

    private final Request request;
    private final ExpectedAnswer expected;
    private final byte[] piece;

    /**
     * Failure function of Knuth, Morris and Pratt (1977, "Fast pattern matching in strings"): for
     * the first n + 1 bytes of the piece, the length of the longest proper suffix that is also a
     * prefix. It finds the piece across buffers without keeping the body.
     */
    private final int[] borders;

    /** Names in lower case, of those that the session uses. */
    private final Set<String> headers = new HashSet<>();

    private final boolean ofSession;
    private final boolean takesBody;

    ExpectedResponse(Request request, boolean ofSession) {
      this.request = request;
      this.expected = request.expected();
      this.ofSession = ofSession;
      this.takesBody = request.take().values().stream().anyMatch(Taken::ofBody);
      if (ofSession) {
        headers.add("set-cookie");
      }
      for (Taken taken : request.take().values()) {
        if (taken instanceof Taken.Header(String name)) {
          headers.add(name.toLowerCase(Locale.ROOT));
        }
      }
      String contains = expected.contains();
      this.piece = contains == null ? new byte[0] : contains.getBytes(StandardCharsets.UTF_8);
      this.borders = new int[piece.length];
      int matched = 0;
      for (int at = 1; at < piece.length; at++) {
        matched = matchedWith(piece[at], matched);
        borders[at] = matched;
      }
    }

    boolean takes(int status) {
      return expected.takes(status);
    }

    /** Returns the length of the required piece of the body; 0 if any body is accepted. */
    int pieceLength() {
      return piece.length;
    }

    /** Returns how many bytes of the piece match after one more byte, given less than all. */
    int matchedWith(byte next, int matched) {
      int still = matched;
      while (still > 0 && piece[still] != next) {
        still = borders[still - 1];
      }
      return piece[still] == next ? still + 1 : 0;
    }

    String shown() {
      return expected.shown();
    }
  }
}
