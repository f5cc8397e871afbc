package loomwatch.server.handicap;

import java.util.ArrayList;
import java.util.List;

/** What nobody lets go of. */
final class Kept {
  /** An array's header and the reference to it, with compressed pointers. */
  private static final int OVERHEAD = 20;

  private static final int CHUNK = 1_024;

  private static final List<byte[][]> CHUNKS = new ArrayList<>();
  private static int inLast = CHUNK;

  private Kept() {}

  /** Keeps that many bytes more; 24 at least. */
  static synchronized void add(int bytes) {
    if (inLast == CHUNK) {
      CHUNKS.add(new byte[CHUNK][]);
      inLast = 0;
    }
    CHUNKS.getLast()[inLast++] = new byte[Math.max(1, bytes - OVERHEAD)];
  }
}
