package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Session.Taken;
import org.jspecify.annotations.Nullable;

/**
 * A request without its path, and the expected answer.
 *
 * @param method one of {@link #METHODS}
 * @param headers added to those of every request, by name
 * @param body as UTF-8; null for none
 * @param expect the right answer; null for any 2xx
 * @param take what later requests of a {@link Session} use of the answer, by name; null for nothing
 */
public record Request(
    String method,
    Map<String, String> headers,
    @Nullable String body,
    @Nullable ExpectedAnswer expect,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable Map<String, Taken> take) {
  /** Excludes HEAD, whose answer has a length and no body. */
  public static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  private static final Pattern QUERY = Pattern.compile("((?:/|\\{session\\.)[^\\s?]*[?])(\\S+)");

  public static final String REDACTED = "***";

  public static final Request GET = new Request("GET", Map.of(), null, null);

  /** Headers that the load generator sets itself or does not support. */
  public static final Set<String> OURS =
      Set.of("host", "content-length", "connection", "transfer-encoding", "expect", "upgrade");

  public Request {
    Require.check(METHODS.contains(method), "method", "one of " + METHODS, Require.quoted(method));
    headers.forEach((name, value) -> {
      Require.check(isName(name), "header", "a name that is not ours", Require.quoted(name));
      Require.check(isValue(value), "header " + name, "printable ASCII", Require.quoted(value));
    });
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    take = take == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(take));
  }

  /** Creates a request of whose answer nothing is used later. */
  public Request(
      String method,
      Map<String, String> headers,
      @Nullable String body,
      @Nullable ExpectedAnswer expect) {
    this(method, headers, body, expect, null);
  }

  @Override
  public Map<String, Taken> take() {
    return take == null ? Map.of() : take;
  }

  public ExpectedAnswer expected() {
    return expect == null ? ExpectedAnswer.SUCCESS : expect;
  }

  /** Returns the text with query values replaced, and query parts without a name. */
  static String withoutValues(String path) {
    return QUERY
        .matcher(path)
        .replaceAll(query ->
            Matcher.quoteReplacement(
                Stream.of(query.group(2).split("&", -1))
                    .map(part -> part.substring(0, part.indexOf('=') + 1) + REDACTED)
                    .collect(Collectors.joining("&", query.group(1), ""))));
  }

  Request redacted() {
    Map<String, String> names = new TreeMap<>(headers);
    names.replaceAll((name, value) -> REDACTED);
    return new Request(method, names, body == null ? null : REDACTED, expect, take);
  }

  /** Reports whether a header name is valid (RFC 9110, 5.6.2) and not set by the generator. */
  public static boolean isName(String name) {
    return name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
        && !OURS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Reports whether a header value is valid: printable ASCII without blanks at the ends. */
  public static boolean isValue(String value) {
    return value.matches("[!-~]([ -~]*[!-~])?");
  }

  public String shown(String path) {
    return method.equals("GET") ? path : method + " " + path;
  }

  /**
   * The expected answer to a request; every other is an error.
   *
   * @param status from 200 to 599; null for any 2xx
   * @param contains text in its body; null for any body
   */
  public record ExpectedAnswer(@Nullable Integer status, @Nullable String contains) {
    public static final ExpectedAnswer SUCCESS = new ExpectedAnswer(null, null);

    public ExpectedAnswer {
      if (status != null) {
        Require.check(status >= 200 && status <= 599, "status", "from 200 to 599", status);
      }
      if (contains != null) {
        Require.text("contains", contains);
      }
    }

    public boolean takes(int answered) {
      return status == null ? answered / 100 == 2 : answered == status;
    }

    public String shown() {
      String kind = status == null ? "2xx" : status.toString();
      return contains == null ? kind : kind + " with " + contains;
    }
  }
}
