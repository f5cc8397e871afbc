package loomwatch.harness.init.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.harness.init.requests.ImportedLoad.Unsupported;
import loomwatch.results.Mix.Values;

/** Reads the requests of a script for k6. */
final class K6Script {
  static final Pattern KIND =
      Pattern.compile("from\\s+['\"]k6/http['\"]|require\\(['\"]k6/http['\"]\\)");

  private static final Pattern REQUEST =
      Pattern.compile(
          "\\bhttp\\s*[.]\\s*(get|post|put|patch|del|head|options|request|asyncRequest|batch)\\s*(?=\\()");

  private static final List<Unsupported> LEFT =
      List.of(
          new Unsupported("\\bsleep\\s*\\(", "think times, as requests are sent at a rate"),
          new Unsupported("\\bcheck\\s*\\(", "checks: write expect for what is right"),
          new Unsupported("\\bthresholds\\s*:", "thresholds: thresholds.yaml has the limits"),
          new Unsupported("\\bstages\\s*:", "stages, as the rate is constant"),
          new Unsupported("\\b(SharedArray|open)\\s*\\(", "data files: name one by csv"),
          new Unsupported("\\bvus\\s*:", "virtual users, as requests are sent at a rate"),
          new Unsupported(
              "\\b(if|for|while|switch)\\s*\\(",
              "conditions and loops: each request is taken once"));

  private static final Pattern RATE = Pattern.compile("\\brate\\s*:\\s*(\\d+)");
  private static final Pattern JSON_TEXT =
      Pattern.compile("JSON\\s*[.]\\s*stringify\\s*\\((.*)\\)", Pattern.DOTALL);

  private static final JsonMapper LENIENT =
      JsonMapper.builder()
          .enable(
              JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES,
              JsonReadFeature.ALLOW_SINGLE_QUOTES,
              JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final ScriptText script;
  private final ImportedLoad.Collector found = new ImportedLoad.Collector();

  private K6Script(String text) {
    this.script = new ScriptText(text);
  }

  static ImportedLoad read(String text) {
    K6Script script = new K6Script(text);
    Matcher request = script.script.find(REQUEST);
    while (request.find()) {
      script.request(
          script.script.line(request.start()),
          request.group(1),
          script.script.arguments(request.end()));
    }
    script.leave();
    return script.found.load();
  }

  private void leave() {
    LEFT.forEach(unsupported -> {
      Matcher left = script.find(unsupported.pattern());
      while (left.find()) {
        found.leave(script.line(left.start()), unsupported.what());
      }
    });
    Matcher rate = script.find(RATE);
    if (rate.find()) {
      found.rate(Double.parseDouble(rate.group(1)));
    }
  }

  private void request(String line, String function, List<String> arguments) {
    if (function.equals("batch") || arguments.isEmpty()) {
      found.leave(line, "requests of a batch");
      return;
    }
    boolean named = function.endsWith("equest");
    String method =
        named
            ? script.value(arguments.getFirst()).toUpperCase(Locale.ROOT)
            : function.replaceFirst("^del$", "delete").toUpperCase(Locale.ROOT);
    List<String> rest = named ? arguments.subList(1, arguments.size()) : arguments;
    boolean bodyless = !named && function.matches("get|head");
    Optional<String> body = rest.stream().skip(1).limit(bodyless ? 0 : 1).findFirst();
    Optional<String> params = rest.stream().skip(bodyless ? 1 : 2).findFirst();
    Map<String, String> headers = new LinkedHashMap<>();
    params
        .map(object -> script.entries(object).getOrDefault("headers", "{}"))
        .ifPresent(object ->
            script
                .entries(object)
                .forEach((name, value) -> headers.put(name, script.value(value))));
    Optional<String> text =
        body.map(script::written)
            .filter(value -> !value.matches("null|undefined|''|\"\""))
            .map(value -> body(value, headers));
    found.add(
        new RecordedRequest(
            line, method, rest.isEmpty() ? "" : script.value(rest.getFirst()), headers, text));
  }

  /** Returns a body: text, an object as JSON, or as the fields of a form. */
  private String body(String expression, Map<String, String> headers) {
    Matcher json = JSON_TEXT.matcher(expression);
    if (json.matches()) {
      try {
        return LENIENT.readTree(script.written(json.group(1))).toString();
      } catch (JsonProcessingException computed) {
        return "${" + json.group(1).replaceAll("[{}\\s]+", " ").strip() + "}";
      }
    }
    if (!expression.startsWith("{")) {
      return script.value(expression);
    }
    headers.putIfAbsent("Content-Type", "application/x-www-form-urlencoded");
    StringJoiner form = new StringJoiner("&");
    script
        .entries(expression)
        .forEach((name, value) -> {
          String text = script.value(value);
          form.add(
              Values.percentEncoded(name)
                  + "="
                  + (text.startsWith("${") ? text : Values.percentEncoded(text)));
        });
    return form.toString();
  }
}
