package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.files.Plain;

/**
 * The answer that comes in on a connection, compared with what was wanted piece by piece. Used
 * again for the next.
 */
final class Response {
  /** Of a wrong answer's body so much is shown. */
  private static final int QUOTED = 200;

  /** Of a page made for people it says what the rest of the markup repeats. */
  private static final Pattern TITLE = Pattern.compile("(?is)<title>(.*?)</title>");

  private ExpectedResponse wanted = ExpectedResponse.SUCCESS;
  private int status;
  private int matched;
  private final byte[] beginning = new byte[QUOTED];
  private int kept;
  private long length;

  /** The next is an answer to a request that wants this. */
  void expect(ExpectedResponse next) {
    wanted = next;
  }

  /** One begins. */
  void begin(int withStatus) {
    status = withStatus;
    matched = 0;
    kept = 0;
    length = 0;
  }

  /** Some of its body; the buffer's indices stay as they are. */
  void body(ByteBuf in, int start, int bytes) {
    length += bytes;
    int piece = wanted.pieceLength();
    if (piece > 0 || !wanted.takes(status)) {
      int more = Math.min(bytes, QUOTED - kept);
      in.getBytes(start, beginning, kept, more);
      kept += more;
    }
    for (int at = start; matched < piece && at < start + bytes; at++) {
      matched = wanted.matchedWith(in.getByte(at), matched);
    }
  }

  int status() {
    return status;
  }

  /** Whether it is the wanted one; asked once all of it is there. */
  boolean right() {
    return wanted.takes(status) && matched == wanted.pieceLength();
  }

  /** What came in place of what, in one line. */
  String told() {
    String text = new String(beginning, 0, kept, StandardCharsets.UTF_8);
    Matcher page = TITLE.matcher(text);
    boolean isPage = page.find();
    String line = Plain.text((isPage ? page.group(1) : text).strip().replaceAll("\\s+", " "));
    return "%d where %s is expected: %s%s"
        .formatted(
            status,
            wanted.shown(),
            line.isEmpty() ? "(no body)" : line,
            !isPage && length > kept ? "…" : "");
  }
}
