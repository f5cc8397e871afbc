package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.files.Plain;

/** A response compared incrementally with the expected one. The connection reuses it. */
final class Response {
  private static final int QUOTED = 200;

  /** Title of an HTML page, which summarises it in messages. */
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

  /** Adds a part of the body, without changing the buffer's indices. */
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

  /** Returns whether the complete response is as expected. */
  boolean right() {
    return expected.takes(status) && matched == expected.pieceLength();
  }

  /** Describes the actual and the expected response in one line. */
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

  /** The expected response, prepared for incremental comparison. */
  static final class ExpectedResponse {
    static final ExpectedResponse SUCCESS = new ExpectedResponse(ExpectedAnswer.SUCCESS);

    private final ExpectedAnswer expected;
    private final byte[] piece;

    /**
     * Failure function of Knuth, Morris and Pratt (1977, "Fast pattern matching in strings"): for
     * the first n + 1 bytes of the piece, the length of the longest proper suffix that is also a
     * prefix. It finds the piece across buffers without keeping the body.
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
