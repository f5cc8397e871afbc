package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;

/** Writes {@code bytes} bytes (studies/executor.yaml): the cost of copying a response out. */
final class Body extends Workload {
  private static final long serialVersionUID = 1;
  private static final int MOST_BYTES = 16 << 20;
  private static final int CHUNK_BYTES = 8_192;

  private static final byte[] FILLER = new byte[CHUNK_BYTES];

  static {
    Arrays.fill(FILLER, (byte) 'x');
  }

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, Query.BadQuery {
    int left = Query.integer(request, "bytes", 0, MOST_BYTES);
    response.setContentType("application/octet-stream");
    response.setContentLength(left);
    while (left > 0) {
      int now = Math.min(left, CHUNK_BYTES);
      response.getOutputStream().write(FILLER, 0, now);
      left -= now;
    }
  }
}
