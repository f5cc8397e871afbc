package loomwatch.server.workload;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;

/** An endpoint; it answers an invalid query with 400 and what was expected. */
abstract class Workload extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected final void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      serve(request, response);
    } catch (BadQuery e) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      send(
          response,
          "text/plain;charset=UTF-8",
          (e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is stopping");
    }
  }

  abstract void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, BadQuery, InterruptedException;

  static void send(HttpServletResponse response, String type, byte[] body) throws IOException {
    response.setContentType(type);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Parses a whole number of the query.
   *
   * @throws BadQuery if it is missing, not a number, or out of range
   */
  static int integer(HttpServletRequest request, String name, int least, int most) throws BadQuery {
    String text = request.getParameter(name);
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException missingOrNoNumber) {
      // Rejected below, like a number out of range.
    }
    throw new BadQuery(
        "%s must be a whole number from %d to %d, was %s"
            .formatted(name, least, most, text == null ? "missing" : "'" + text + "'"));
  }

  /** An invalid query. */
  static final class BadQuery extends Exception {
    private static final long serialVersionUID = 1;

    private BadQuery(String message) {
      super(message);
    }
  }
}
