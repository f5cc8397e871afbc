package loomwatch.harness.init.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads requests as IntelliJ and VS Code write them, in files that end in .http or .rest. */
final class HttpFile {
  private static final Pattern VARIABLE = Pattern.compile("(?m)^@([\\w.-]+)\\s*=[ \\t]*(.*?)\\s*$");
  private static final Pattern USE = Pattern.compile("\\{\\{\\s*([\\w.-]+)\\s*}}");

  static final Pattern REQUEST =
      Pattern.compile(
          "(?:([A-Z]+)\\s+)?((?:https?://|/|\\{\\{|localhost\\b)\\S.*?|/)(?:\\s+HTTP/[\\d.]+)?");

  private static final Pattern HEADER = Pattern.compile("([^\\s:]+)\\s*:\\s*(.*)");
  private static final Pattern OTHER_HOST =
      Pattern.compile("https?://(?!\\{\\{|localhost\\b|127[.]0[.]0[.]1|\\[::1]|0[.]0[.]0[.]0).*");

  /** Variables can be made of others. */
  private static final int DEEPEST = 5;

  private final Map<String, String> variables;
  private final List<RecordedRequest> requests = new ArrayList<>();
  private Optional<Begun> begun = Optional.empty();
  private boolean script;

  private HttpFile(String text, Map<String, String> environment) {
    variables = new HashMap<>(environment);
    VARIABLE
        .matcher(text)
        .results()
        .forEach(found -> variables.put(found.group(1), found.group(2)));
  }

  /** Returns the variables of one of the environments: a local one if its name says so. */
  static Map<String, String> environment(String json) {
    Map<String, String> variables = new HashMap<>();
    try {
      JsonNode root = new JsonMapper().readTree(json);
      Stream.concat(Stream.of("local", "dev", "development").map(root::path), root.valueStream())
          .filter(JsonNode::isObject)
          .findFirst()
          .ifPresent(values ->
              values
                  .properties()
                  .forEach(each -> variables.put(each.getKey(), each.getValue().asText())));
    } catch (JsonProcessingException invalid) {
      return Map.of();
    }
    return variables;
  }

  /** Returns the requests, but for those to hosts that are named and not this one. */
  static List<RecordedRequest> requests(String text, Map<String, String> environment) {
    HttpFile file = new HttpFile(text, environment);
    List<String> lines = text.lines().toList();
    for (int at = 0; at < lines.size(); at++) {
      file.read(at + 1, lines.get(at));
    }
    file.end();
    return file.requests;
  }

  private void read(int number, String line) {
    String trimmed = line.strip();
    if (trimmed.startsWith("###")) {
      end();
    } else if (script) {
      script = !trimmed.endsWith("%}");
    } else if (trimmed.matches("[<>] \\{%.*")) {
      script = !trimmed.endsWith("%}");
    } else if (begun.isPresent()) {
      begun.get().read(line);
    } else if (!trimmed.isEmpty() && !trimmed.matches("(#|//|@).*")) {
      Matcher request = REQUEST.matcher(trimmed);
      if (request.matches()) {
        String method = Optional.ofNullable(request.group(1)).orElse("GET");
        begun = Optional.of(new Begun(number, method, request.group(2)));
      }
    }
  }

  private void end() {
    begun
        .filter(request -> !OTHER_HOST.matcher(request.url).matches())
        .ifPresent(request -> {
          Map<String, String> headers = new LinkedHashMap<>();
          request.headers.forEach((name, value) -> headers.put(name, filled(value)));
          requests.add(
              new RecordedRequest(
                  "line " + request.line,
                  request.method,
                  filled(request.url),
                  headers,
                  Optional.of(filled(String.join("\n", request.body).strip()))
                      .filter(body -> !body.isEmpty())));
        });
    begun = Optional.empty();
  }

  private String filled(String text) {
    String filled = text;
    for (int depth = 0; depth < DEEPEST; depth++) {
      filled =
          USE.matcher(filled)
              .replaceAll(use ->
                  Matcher.quoteReplacement(variables.getOrDefault(use.group(1), use.group())));
    }
    return filled;
  }

  /** A request of which more lines may come. */
  private static final class Begun {
    private final int line;
    private final String method;
    private String url;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> body = new ArrayList<>();
    private boolean inBody;

    Begun(int line, String method, String url) {
      this.line = line;
      this.method = method.toUpperCase(Locale.ROOT);
      this.url = url;
    }

    void read(String text) {
      String trimmed = text.strip();
      if (inBody) {
        if (trimmed.matches("< ?@?[^{\\s<>]+")) {
          body.add("{{the file " + trimmed.replaceFirst("< ?@?", "") + "}}");
        } else if (!trimmed.matches("<>\\s.*|>>?!?\\s.*")) {
          body.add(text);
        }
        return;
      }
      Matcher header = HEADER.matcher(trimmed);
      if (trimmed.isEmpty()) {
        inBody = true;
      } else if (trimmed.matches("[?&/].*") && headers.isEmpty() && !trimmed.startsWith("//")) {
        url += trimmed;
      } else if (header.matches() && !trimmed.matches("(#|//).*")) {
        headers.put(header.group(1), header.group(2));
      }
    }
  }
}
