package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;

/** Reads numbers from a query string. */
final class Query {
  private Query() {}

  static boolean has(HttpServletRequest request, String name) {
    return request.getParameter(name) != null;
  }

  /**
   * A whole number.
   *
   * @throws BadQuery when it is missing, no number, or outside the range
   */
  static int integer(HttpServletRequest request, String name, int least, int most) throws BadQuery {
    String text = request.getParameter(name);
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException missingOrNoNumber) {
      // Told below, like a number out of range.
    }
    throw new BadQuery(
        "%s must be a whole number from %d to %d, was %s"
            .formatted(name, least, most, text == null ? "missing" : "'" + text + "'"));
  }

  /** A query that cannot be served. */
  static final class BadQuery extends Exception {
    private static final long serialVersionUID = 1;

    BadQuery(String message) {
      super(message);
    }
  }
}
