package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.files.Plain;

/**
 * The response that comes in on a connection, compared with what is expected piece by piece. The
 * connection uses it again for the next.
 */
final class Response {
  private static final int QUOTED = 200;

  /** In a page made for people the title says what the rest of the markup repeats. */
  private static final Pattern TITLE = Pattern.compile("(?is)<title>(.*?)</title>");

  private ExpectedResponse expected = ExpectedResponse.SUCCESS;
  private int status;
  private int matched;
  private final byte[] beginning = new byte[QUOTED];
  private int kept;
  private long length;

  void expect(ExpectedResponse next) {
    expected = next;
  }

  void begin(int withStatus) {
    status = withStatus;
    matched = 0;
    kept = 0;
    length = 0;
  }

  /** Some of its body; the buffer's indices stay as they are. */
  void body(ByteBuf in, int start, int bytes) {
    length += bytes;
    int piece = expected.pieceLength();
    if (piece > 0 || !expected.takes(status)) {
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

  /** Whether it is the expected one; asked once all of it is there. */
  boolean right() {
    return expected.takes(status) && matched == expected.pieceLength();
  }

  /** What came in place of what, in one line. */
  String mismatch() {
    String text = new String(beginning, 0, kept, StandardCharsets.UTF_8);
    Matcher page = TITLE.matcher(text);
    boolean isPage = page.find();
    String line = Plain.text((isPage ? page.group(1) : text).strip().replaceAll("\\s+", " "));
    return "%d where %s is expected: %s%s"
        .formatted(
            status,
            expected.shown(),
            line.isEmpty() ? "(no body)" : line,
            !isPage && length > kept ? "…" : "");
  }

  /** The right response to a request, ready to be compared with responses as they come in. */
  static final class ExpectedResponse {
    static final ExpectedResponse SUCCESS = new ExpectedResponse(ExpectedAnswer.SUCCESS);

    private final ExpectedAnswer expected;
    private final byte[] piece;

    /**
     * Of the piece's first n + 1 bytes, how many of the last also begin it: what is left of a match
     * that failed (Knuth, Morris and Pratt 1977, "Fast pattern matching in strings"). So a piece is
     * found however the body is cut, without keeping the body.
     */
    private final int[] borders;

    ExpectedResponse(ExpectedAnswer expected) {
      this.expected = expected;
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

    /** Bytes of the body that have to be found; 0 when it may be any. */
    int pieceLength() {
      return piece.length;
    }

    /**
     * How much of the piece the body ends with after one more byte.
     *
     * @param matched how much it ended with before; less than the piece's length
     */
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
