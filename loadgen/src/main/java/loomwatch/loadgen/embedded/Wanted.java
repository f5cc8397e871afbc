package loomwatch.loadgen.embedded;

import java.nio.charset.StandardCharsets;
import loomwatch.results.Request.ExpectedAnswer;

/** The right answer to a request, ready to be compared with answers as they come in. */
final class Wanted {
  /** Any 2xx. */
  static final Wanted SUCCESS = new Wanted(ExpectedAnswer.SUCCESS);

  private final ExpectedAnswer expected;
  private final byte[] piece;

  /**
   * Of the piece's first n + 1 bytes, how many of the last also begin it: what is left of a match
   * that failed (Knuth, Morris and Pratt 1977, "Fast pattern matching in strings"). So a piece is
   * found however the body is cut, without keeping the body.
   */
  private final int[] borders;

  Wanted(ExpectedAnswer expected) {
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

  /** For people: {@code 2xx}. */
  String shown() {
    return expected.shown();
  }
}
