package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds where each response of an HTTP/1.1 connection ends, and its status. Bodies are skipped, not
 * kept. For responses to GET: with Content-Length, chunked, or none (204, 304).
 *
 * <p>Netty's HttpResponseDecoder does the same and more for several times the work and garbage;
 * tests hold this one against it. Not thread-safe: one for each connection.
 */
final class ResponseParser {
  private static final int LONGEST_LINE = 8_192;

  private enum State {
    STATUS_LINE,
    HEADER,
    BODY,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILER
  }

  private State state = State.STATUS_LINE;
  private int status;
  private long left;
  private boolean chunked;
  private boolean closing;

  /** The status of the response that {@link #advance} said is complete. */
  int status() {
    return status;
  }

  /** Whether the server will close the connection after that response. */
  boolean closing() {
    return closing;
  }

  /**
   * Reads on.
   *
   * @return whether a response is complete; bytes after it stay in the buffer
   * @throws MalformedResponse when this is no HTTP/1.1
   */
  boolean advance(ByteBuf in) {
    while (in.isReadable()) {
      switch (state) {
        case BODY, CHUNK_DATA -> {
          if (skipped(in)) {
            if (state == State.BODY) {
              return complete();
            }
            state = State.CHUNK_END;
          }
        }
        case STATUS_LINE, HEADER, CHUNK_SIZE, CHUNK_END, TRAILER -> {
          String line = line(in);
          if (line == null) {
            return false;
          }
          if (endedBy(line)) {
            return complete();
          }
        }
      }
    }
    return false;
  }

  private boolean complete() {
    state = State.STATUS_LINE;
    return true;
  }

  private boolean skipped(ByteBuf in) {
    int now = (int) Math.min(left, in.readableBytes());
    in.skipBytes(now);
    left -= now;
    return left == 0;
  }

  /** Takes a line; whether the response ends with it. */
  private boolean endedBy(String line) {
    switch (state) {
      case STATUS_LINE -> begin(line);
      case HEADER -> {
        if (!line.isEmpty()) {
          header(line);
        } else if (chunked) {
          state = State.CHUNK_SIZE;
        } else if (left == 0) {
          return true;
        } else {
          state = State.BODY;
        }
      }
      case CHUNK_SIZE -> {
        left = chunkSize(line);
        state = left == 0 ? State.TRAILER : State.CHUNK_DATA;
      }
      case CHUNK_END -> state = State.CHUNK_SIZE;
      case TRAILER -> {
        return line.isEmpty();
      }
      case BODY, CHUNK_DATA -> throw new AssertionError("no lines in a body");
    }
    return false;
  }

  private void begin(String line) {
    if (!line.startsWith("HTTP/1.") || line.length() < 12) {
      throw new MalformedResponse("not a status line: " + line);
    }
    status = number(line.substring(9, 12), 10, line);
    left = 0;
    chunked = false;
    closing = line.startsWith("HTTP/1.0");
    state = State.HEADER;
  }

  private void header(String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw new MalformedResponse("not a header: " + line);
    }
    String value = line.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
    switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
      case "content-length" -> left = number(value, 10, line);
      case "transfer-encoding" -> chunked = value.endsWith("chunked");
      case "connection" -> closing = value.contains("close");
      default -> {
        // Of no interest here.
      }
    }
  }

  private static int chunkSize(String line) {
    int extension = line.indexOf(';');
    return number((extension < 0 ? line : line.substring(0, extension)).strip(), 16, line);
  }

  private static int number(String text, int radix, String line) {
    try {
      return Integer.parseUnsignedInt(text, radix);
    } catch (NumberFormatException e) {
      throw new MalformedResponse("not a number in: " + line);
    }
  }

  /** A line without its end, or null when it is not all there yet. */
  private static @Nullable String line(ByteBuf in) {
    int end = in.forEachByte(ByteProcessor.FIND_LF);
    if (end < 0) {
      if (in.readableBytes() > LONGEST_LINE) {
        throw new MalformedResponse("a line of more than " + LONGEST_LINE + " bytes");
      }
      return null;
    }
    int start = in.readerIndex();
    int length = end - start;
    in.readerIndex(end + 1);
    if (length > 0 && in.getByte(end - 1) == '\r') {
      length--;
    }
    return in.toString(start, length, StandardCharsets.ISO_8859_1);
  }

  /** What the server sent is not HTTP/1.1. */
  static final class MalformedResponse extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedResponse(String message) {
      super(message);
    }
  }
}
