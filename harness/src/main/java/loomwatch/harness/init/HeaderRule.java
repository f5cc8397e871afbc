package loomwatch.harness.init;

import java.util.regex.Pattern;
import loomwatch.results.Request;

/** What becomes of a header that a file of requests names. */
enum HeaderRule {
  KEPT,
  /** Its value may let others in, so it is never copied. */
  SECRET,
  /** It belongs to a connection, a browser or a cache, or is no header that may be sent. */
  DROPPED;

  private static final Pattern SECRETS =
      Pattern.compile(
          "(?i)(proxy-)?authorization|(set-)?cookie2?"
              + "|.*(token|secret|passw|credential|api-?key|session|csrf|xsrf|signature|auth).*");

  private static final Pattern NOT_OF_THE_SERVICE =
      Pattern.compile(
          "(?i):.*|sec-.*|user-agent|accept-(encoding|language)|keep-alive|te|trailer|proxy-.*"
              + "|dnt|priority|origin|referer|upgrade-insecure-requests|pragma|cache-control"
              + "|if-.*|range|via|forwarded|x-(forwarded|real|b3|request)-.*|trace(parent|state)");

  static HeaderRule of(String name, String value) {
    if (SECRETS.matcher(name).matches() && !name.startsWith(":")) {
      return SECRET;
    }
    return NOT_OF_THE_SERVICE.matcher(name).matches()
            || !Request.isName(name)
            || !Request.isValue(value)
        ? DROPPED
        : KEPT;
  }
}
