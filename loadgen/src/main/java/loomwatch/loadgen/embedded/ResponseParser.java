package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Parses HTTP/1.1 responses and passes their content to a {@link Response} without keeping it.
 * Responses have Content-Length, are chunked, or have no body (204, 304). Interim responses (1xx)
 * are skipped. A body delimited by the end of the connection is rejected, because it may be
 * incomplete.
 *
 * <p>Netty's HttpResponseDecoder does more for several times the CPU time and garbage; tests
 * compare this parser with it. Not thread-safe: one for each connection.
 */
final class ResponseParser {
  private static final int FIRST_FINAL = 200;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int LONGEST_LINE = 8_192;
  private static final byte[] HTTP_1 = ascii("http/1.");
  private static final byte[] CONTENT_LENGTH = ascii("content-length");
  private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");
  private static final byte[] CONNECTION = ascii("connection");

  private enum State {
    STATUS_LINE,
    HEADER,
    BODY,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILER
  }

  private final Response response;
  private State state = State.STATUS_LINE;
  private boolean bodiless;
  private boolean interim;
  private boolean hasLength;
  private long left;
  private boolean chunked;
  private boolean closing;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  ResponseParser(Response response) {
    this.response = response;
  }

  /** Returns whether the server will close the connection after the response. */
  boolean closing() {
    return closing;
  }

  /**
   * Parses available bytes; those after the response stay in the buffer.
   *
   * @return whether a response is complete
   * @throws MalformedResponse if this is not HTTP/1.1
   */
  boolean advance(ByteBuf in) {
    int from = in.readerIndex();
    boolean complete = parsed(in);
    response.received(in.readerIndex() - from);
    return complete;
  }

  private boolean parsed(ByteBuf in) {
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
          int start = in.readerIndex();
          int end = endOfLine(in);
          if (end < 0) {
            return false;
          }
          if (endedBy(in, start, end)) {
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
    response.body(in, in.readerIndex(), now);
    in.skipBytes(now);
    left -= now;
    return left == 0;
  }

  /** Parses a line; returns whether the response ends with it. */
  private boolean endedBy(ByteBuf in, int start, int end) {
    switch (state) {
      case STATUS_LINE -> begin(in, start, end);
      case HEADER -> {
        if (start < end) {
          header(in, start, end);
        } else if (interim) {
          state = State.STATUS_LINE;
        } else if (bodiless) {
          return true;
        } else if (chunked) {
          state = State.CHUNK_SIZE;
        } else if (!hasLength) {
          throw new MalformedResponse("neither Content-Length nor chunked");
        } else if (left == 0) {
          return true;
        } else {
          state = State.BODY;
        }
      }
      case CHUNK_SIZE -> {
        left = chunkSize(text(in, start, end));
        state = left == 0 ? State.TRAILER : State.CHUNK_DATA;
      }
      case CHUNK_END -> state = State.CHUNK_SIZE;
      case TRAILER -> {
        return start == end;
      }
      case BODY, CHUNK_DATA -> throw new AssertionError("no lines in a body");
    }
    return false;
  }

  private void begin(ByteBuf in, int start, int end) {
    if (end - start < 12 || !matches(in, start, HTTP_1)) {
      throw new MalformedResponse("not a status line: " + text(in, start, end));
    }
    int status = 0;
    for (int at = start + 9; at < start + 12; at++) {
      int digit = in.getByte(at) - '0';
      if (digit < 0 || digit > 9) {
        throw new MalformedResponse("not a number in: " + text(in, start, end));
      }
      status = 10 * status + digit;
    }
    interim = status < FIRST_FINAL;
    if (!interim) {
      response.begin(status);
    }
    bodiless = status == NO_CONTENT || status == NOT_MODIFIED;
    hasLength = false;
    left = 0;
    chunked = false;
    closing = in.getByte(start + HTTP_1.length) == '0';
    state = State.HEADER;
  }

  /** Parses a header; irrelevant ones, which are most, are not converted to strings. */
  private void header(ByteBuf in, int start, int end) {
    int colon = in.indexOf(start, end, (byte) ':');
    if (colon < 0) {
      throw new MalformedResponse("not a header: " + text(in, start, end));
    }
    if (named(CONTENT_LENGTH, in, start, colon)) {
      left = number(value(in, colon, end), 10, text(in, start, end));
      hasLength = true;
    } else if (named(TRANSFER_ENCODING, in, start, colon)) {
      chunked = value(in, colon, end).endsWith("chunked");
    } else if (named(CONNECTION, in, start, colon)) {
      closing = value(in, colon, end).contains("close");
    } else if (response.wantsHeaders() && !interim) {
      response.header(text(in, start, colon), text(in, colon + 1, end).strip());
    }
  }

  private static String value(ByteBuf in, int colon, int end) {
    return text(in, colon + 1, end).strip().toLowerCase(Locale.ROOT);
  }

  private static boolean named(byte[] name, ByteBuf in, int start, int colon) {
    return colon - start == name.length && matches(in, start, name);
  }

  /** Compares letters case-insensitively. */
  private static boolean matches(ByteBuf in, int start, byte[] lowerCase) {
    for (int i = 0; i < lowerCase.length; i++) {
      byte there = in.getByte(start + i);
      if (there != lowerCase[i] && (there < 'A' || there > 'Z' || (there | ' ') != lowerCase[i])) {
        return false;
      }
    }
    return true;
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

  /** Consumes a line and returns the end of its text, or -1 if it is incomplete. */
  private static int endOfLine(ByteBuf in) {
    int length = in.bytesBefore((byte) '\n');
    if (length < 0) {
      if (in.readableBytes() > LONGEST_LINE) {
        throw new MalformedResponse("a line of more than " + LONGEST_LINE + " bytes");
      }
      return -1;
    }
    int end = in.readerIndex() + length;
    in.readerIndex(end + 1);
    return length > 0 && in.getByte(end - 1) == '\r' ? end - 1 : end;
  }

  private static String text(ByteBuf in, int start, int end) {
    return in.toString(start, end - start, StandardCharsets.ISO_8859_1);
  }

  static final class MalformedResponse extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedResponse(String message) {
      super(message);
    }
  }
}
