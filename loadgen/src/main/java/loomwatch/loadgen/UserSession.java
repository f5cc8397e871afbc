package loomwatch.loadgen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Request;
import loomwatch.results.Session.Taken;

/**
 * What one user has learnt from answers: cookies, and the values that later requests use. It also
 * masks them, and the variables of the environment, in what is shown. Not thread-safe.
 *
 * <p>Cookies have a name and a value alone: domain and path are not looked at, as all requests go
 * to one service; an empty value or a Max-Age of 0 removes one.
 */
public final class UserSession {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern ENDED = Pattern.compile("(?i).*;\\s*max-age\\s*=\\s*(0+|-.*)\\b.*");

  /** The text of a JSON member or of an HTML attribute that holds a value. */
  private static final Pattern CONTENT =
      Pattern.compile("(?i)(:\\s*|\\b(?:value|content)\\s*=\\s*)(\"[^\"]*\"?|'[^']*'?)");

  /** Length from which a value of an answer is taken for a secret, rather than a number or flag. */
  private static final int SECRET = 4;

  private final Variables variables;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final Map<String, String> values = new HashMap<>();
  private String cookieHeader = "";

  /** Creates the state of a user who has sent nothing yet. */
  public UserSession(Variables variables) {
    this.variables = variables;
  }

  /**
   * An answer, as far as it is used.
   *
   * @param headers by name in lower case
   */
  public record Answer(Map<String, List<String>> headers, String body) {
    public Answer {
      headers = Map.copyOf(headers);
    }

    private List<String> header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }
  }

  String value(String name) {
    return values.getOrDefault(name, "");
  }

  /** Returns the value of the header Cookie; empty without cookies. */
  public String cookies() {
    return cookieHeader;
  }

  /**
   * Keeps the cookies of an answer, and the values that its request takes.
   *
   * @return which value it does not have, and where that was looked for
   */
  public Optional<String> take(Request request, Answer answer) {
    answer.header("set-cookie").forEach(this::keep);
    Optional<String> missing = Optional.empty();
    for (Map.Entry<String, Taken> take : request.take().entrySet()) {
      Optional<String> found = find(take.getValue(), answer);
      found.ifPresent(value -> values.put(take.getKey(), value));
      if (found.isEmpty() && missing.isEmpty()) {
        missing = Optional.of("%s (%s)".formatted(take.getKey(), take.getValue().shown()));
      }
    }
    return missing;
  }

  private void keep(String setCookie) {
    String pair = setCookie.split(";", 2)[0];
    int equals = pair.indexOf('=');
    if (equals <= 0) {
      return;
    }
    String name = pair.substring(0, equals).strip();
    String value = Encoding.HEADER.written(pair.substring(equals + 1));
    if (value.isEmpty() || ENDED.matcher(setCookie).matches()) {
      cookies.remove(name);
    } else {
      cookies.put(name, value);
    }
    cookieHeader =
        cookies.entrySet().stream().map(Object::toString).collect(Collectors.joining("; "));
  }

  private Optional<String> find(Taken taken, Answer answer) {
    return switch (taken) {
      case Taken.Header(String name) -> answer.header(name).stream().findFirst();
      case Taken.Cookie(String name) -> Optional.ofNullable(cookies.get(name));
      case Taken.Pattern(String regex) -> {
        Matcher found = Pattern.compile(regex).matcher(answer.body());
        yield found.find() ? Optional.ofNullable(found.group(1)) : Optional.empty();
      }
      case Taken.Json(String pointer) -> json(answer.body(), pointer);
    };
  }

  private static Optional<String> json(String body, String pointer) {
    try {
      JsonNode found = JSON.readTree(body).at(pointer);
      return found.isValueNode() && !found.isNull()
          ? Optional.of(found.asText())
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces each secret in a text, however a request or a page may write it.
   *
   * @param cut whether the text goes on, so that it may end within a secret
   */
  public String masked(String text, boolean cut) {
    Stream<String> learnt =
        Stream.concat(cookies.values().stream(), values.values().stream())
            .filter(value -> value.length() >= SECRET);
    List<String> secrets =
        Stream.concat(variables.secrets().stream(), learnt)
            .flatMap(UserSession::forms)
            .filter(form -> !form.isBlank())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    String shown = text;
    for (String secret : secrets) {
      shown = shown.replace(secret, Request.REDACTED);
    }
    return cut ? withoutBeginningOf(secrets, shown) : shown;
  }

  /**
   * Returns the body of an answer without secrets. Where the request takes a value of it, which may
   * not be where it was looked for, all texts of JSON and of HTML's fields are replaced.
   *
   * @param cut whether the body goes on
   */
  public String quoted(Request request, int status, String body, boolean cut) {
    String masked = masked(body, cut);
    return request.take().isEmpty() || status / 100 != 2
        ? masked
        : CONTENT.matcher(masked).replaceAll("$1\"" + Request.REDACTED + "\"");
  }

  private static Stream<String> forms(String secret) {
    String page =
        secret
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;");
    return Stream.concat(
        Stream.of(secret.strip(), page),
        Stream.of(Encoding.values()).map(each -> each.written(secret)));
  }

  private static String withoutBeginningOf(List<String> secrets, String text) {
    // The last character may have been cut, too.
    String whole = text.replaceFirst("\uFFFD+$", "");
    int longest = 0;
    for (String secret : secrets) {
      for (int length = Math.min(secret.length(), whole.length()); length > longest; length--) {
        if (whole.endsWith(secret.substring(0, length))) {
          longest = length;
        }
      }
    }
    return longest == 0 ? text : whole.substring(0, whole.length() - longest) + Request.REDACTED;
  }
}
