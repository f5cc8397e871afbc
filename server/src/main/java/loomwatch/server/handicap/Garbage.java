package loomwatch.server.handicap;

/** Uses up heap. */
final class Garbage {
  /** A write the JIT cannot prove unread, so the array must really be allocated. */
  private static volatile byte[] last = {};

  private Garbage() {}

  static void make(int bytes) {
    // The header of an array is 16 bytes of the size asked for.
    last = new byte[Math.max(0, bytes - 16)];
  }

  static int lastLength() {
    return last.length;
  }
}
