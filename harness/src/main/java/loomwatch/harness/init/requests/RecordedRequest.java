package loomwatch.harness.init.requests;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Request;

/**
 * A request as a file of another tool says it.
 *
 * @param place in that file, such as {@code line 14}
 * @param url absolute, or a path; a placeholder at its start stands for the host
 */
record RecordedRequest(
    String place, String method, String url, Map<String, String> headers, Optional<String> body) {
  /** Placeholders of HTTP clients, JMeter, k6 and Gatling. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}|[$#]\\{([^{}]*)}");

  private static final Pattern HOST =
      Pattern.compile(
          "(?:\\w+://)?(\\{\\{[^{}]*}}|[$#]\\{[^{}]*}|[^/?#{}$]*)(?::\\d+)?(?=[/?#]|$)");

  private static final Pattern SECRET_VALUE =
      Pattern.compile(
          "(?i)(token|secret|passw|api_?key|signature|credential|session_?id)[\\w-]*\"?\\s*[=:]");

  private static final int MOST_OF_A_BODY = 1 << 14;

  RecordedRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns the host; empty where a path or a placeholder is all that is known. */
  String host() {
    Matcher host = HOST.matcher(url);
    return !url.startsWith("/") && host.lookingAt() && !host.group(1).contains("{")
        ? host.group(1)
        : "";
  }

  /** Returns path and query, with what a URI must not have percent-encoded. */
  private String path() {
    Matcher host = HOST.matcher(url);
    String rest = !url.startsWith("/") && host.lookingAt() ? url.substring(host.end()) : url;
    String path = rest.replaceFirst("#(?!\\{).*", "");
    return path.startsWith("/") ? path : "/" + path;
  }

  /** Returns the request, without headers that may be secret, and with what it lacks. */
  FoundRequest found() {
    List<String> lacks = new ArrayList<>();
    Map<String, String> kept = new TreeMap<>();
    headers.forEach((name, value) -> {
      if (HeaderRule.of(name, value) == HeaderRule.KEPT) {
        lacks.addAll(placeholders(value));
        kept.put(name, value);
      }
    });
    String path = path();
    lacks.addAll(placeholders(path));
    boolean named = lacks.isEmpty();
    String sent = named ? encoded(path) : PLACEHOLDER.matcher(path).replaceAll("{$1$2}");
    if (!Request.METHODS.contains(method)) {
      lacks.add("one of the methods " + String.join(", ", Request.METHODS));
    }
    if (named && !isPath(sent)) {
      lacks.add("a valid path");
    }
    if (SECRET_VALUE.matcher(sent).find()) {
      lacks.add("a query without what may be secret");
      sent = sent.replaceFirst("[?].*", "");
    }
    Optional<String> text = body.filter(value -> !value.isBlank() && !method.equals("GET"));
    text.ifPresent(value -> lacks.addAll(ofBody(value)));
    FoundRequest bare = FoundRequest.lacking(method, sent, lacks.stream().distinct().toList());
    return new FoundRequest(
        method, sent, kept, lacks.isEmpty() ? text : Optional.empty(), 1, bare.lacks());
  }

  /** Returns the request, lacking also the headers that may be secret. */
  FoundRequest foundWithSecrets() {
    FoundRequest found = found();
    List<String> lacks = new ArrayList<>(found.lacks().stream().toList());
    secrets().forEach(name -> lacks.add("a value of the header " + name));
    return new FoundRequest(
        method,
        found.path(),
        found.headers(),
        found.body(),
        1,
        FoundRequest.lacking(method, found.path(), lacks).lacks());
  }

  /** Returns the names of headers whose values may be secret. */
  List<String> secrets() {
    return headers.entrySet().stream()
        .filter(header -> HeaderRule.of(header.getKey(), header.getValue()) == HeaderRule.SECRET)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static List<String> ofBody(String text) {
    if (text.length() > MOST_OF_A_BODY) {
      return List.of("a body of at most 16 KiB");
    }
    return SECRET_VALUE.matcher(text).find()
        ? List.of("a body without what may be secret")
        : placeholders(text);
  }

  private static List<String> placeholders(String text) {
    return PLACEHOLDER.matcher(text).results().map(found -> "a value of " + found.group()).toList();
  }

  private static String encoded(String path) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
      boolean kept = each > ' ' && each < 0x7F && "\"<>\\^`{|}".indexOf(each) < 0;
      encoded.append(kept ? (char) each : "%%%02X".formatted(each & 0xFF));
    }
    return encoded.toString();
  }

  private static boolean isPath(String path) {
    try {
      return new URI("http://localhost" + path).getRawPath() != null;
    } catch (URISyntaxException invalid) {
      return false;
    }
  }

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
}
