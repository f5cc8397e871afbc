package loomwatch.harness.init.requests;

import java.util.ArrayList;
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

/** Reads the requests of a simulation of Gatling, in Java, Scala or Kotlin. */
final class GatlingSimulation {
  static final Pattern KIND = Pattern.compile("import\\s+(static\\s+)?io[.]gatling[.]");

  private static final Pattern REQUEST = Pattern.compile("\\bhttp\\s*(?=\\()");
  private static final Pattern PROTOCOL = Pattern.compile("\\bhttp\\s*(?=[.])");
  private static final Pattern STEP = Pattern.compile("\\s*[.]\\s*(\\w+)\\s*");
  private static final Pattern RATE = Pattern.compile("constantUsersPerSec\\s*\\(\\s*([\\d.]+)");
  private static final Pattern TEXT_BODY =
      Pattern.compile("(?:String|ElString)Body\\s*\\((.*)\\)", Pattern.DOTALL);

  private static final List<Unsupported> LEFT =
      List.of(
          new Unsupported("[.]?\\bpause\\s*\\(", "think times, as requests are sent at a rate"),
          new Unsupported("[.]\\s*check\\s*\\(", "checks: write expect for what is right"),
          new Unsupported("\\bassertions\\s*\\(", "assertions: thresholds.yaml has the limits"),
          new Unsupported("[.]\\s*feed\\s*\\(", "feeders: name a file by csv"),
          new Unsupported(
              "\\b(ramp|increment|stress|heaviside|atOnce)\\w*Users\\w*\\s*\\(",
              "ramps of users, as the rate is constant"),
          new Unsupported(
              "\\b(repeat|forever|foreach|asLongAs|doIf\\w*|randomSwitch)\\s*\\(",
              "conditions and loops: each request is taken once"));

  private final ScriptText script;
  private final ImportedLoad.Collector found = new ImportedLoad.Collector();
  private String base = "";
  private final Map<String, String> common = new LinkedHashMap<>();

  private GatlingSimulation(String text) {
    this.script = new ScriptText(text);
  }

  static ImportedLoad read(String text) {
    GatlingSimulation simulation = new GatlingSimulation(text);
    simulation.protocol();
    Matcher request = simulation.script.find(REQUEST);
    while (request.find()) {
      simulation.request(request.start(), simulation.script.end(request.end()));
    }
    LEFT.forEach(unsupported -> {
      Matcher left = simulation.script.find(unsupported.pattern());
      while (left.find()) {
        simulation.found.leave(simulation.script.line(left.start()), unsupported.what());
      }
    });
    Matcher rate = simulation.script.find(RATE);
    if (rate.find()) {
      simulation.found.rate(Double.parseDouble(rate.group(1)));
    }
    return simulation.found.load();
  }

  private void protocol() {
    Matcher protocol = script.find(PROTOCOL);
    while (protocol.find()) {
      Steps steps = new Steps(protocol.end());
      steps.first("base(Url|URL)").ifPresent(url -> base = url);
      common.putAll(steps.headers());
    }
  }

  private void request(int from, int end) {
    Steps steps = new Steps(end);
    for (Step step : steps.all) {
      if (step.name().matches("get|post|put|patch|delete|head|options|httpRequest")) {
        List<String> arguments = step.arguments();
        boolean named = step.name().equals("httpRequest") && arguments.size() > 1;
        String method = named ? script.value(arguments.getFirst()) : step.name();
        String url = arguments.isEmpty() ? "" : script.value(arguments.get(named ? 1 : 0));
        StringJoiner query =
            new StringJoiner("&", url.contains("?") ? "&" : "?", "").setEmptyValue("");
        steps.pairs("queryParam").forEach((name, value) -> query.add(pair(name, value)));
        StringJoiner form = new StringJoiner("&");
        steps.pairs("formParam").forEach((name, value) -> form.add(pair(name, value)));
        Map<String, String> headers = new LinkedHashMap<>(common);
        headers.putAll(steps.headers());
        if (form.length() > 0) {
          headers.put("Content-Type", "application/x-www-form-urlencoded");
        }
        found.add(
            new RecordedRequest(
                script.line(from),
                method.toUpperCase(Locale.ROOT),
                (url.matches("\\w+://.*|[$#]\\{.*") ? "" : base) + url + query,
                headers,
                steps
                    .body()
                    .or(() -> Optional.of(form.toString()).filter(fields -> !fields.isEmpty()))));
        return;
      }
    }
  }

  private static String pair(String name, String value) {
    return Values.percentEncoded(name)
        + "="
        + (value.contains("{") ? value : Values.percentEncoded(value));
  }

  private record Step(String name, List<String> arguments) {}

  /** The calls of a chain, such as {@code .get("/items").header("Accept", "text/plain")}. */
  private final class Steps {
    private final List<Step> all = new ArrayList<>();

    Steps(int from) {
      Matcher step = script.find(STEP);
      int at = from;
      while (step.find(at) && step.start() == at) {
        boolean called = script.opens(step.end());
        all.add(new Step(step.group(1), called ? script.arguments(step.end()) : List.of()));
        at = called ? script.end(step.end()) : step.end();
      }
    }

    Optional<String> first(String name) {
      return all.stream()
          .filter(step -> step.name().matches(name) && !step.arguments().isEmpty())
          .map(step -> script.value(step.arguments().getFirst()))
          .findFirst();
    }

    Map<String, String> pairs(String name) {
      Map<String, String> pairs = new LinkedHashMap<>();
      for (Step step : all) {
        if (step.name().equals(name) && step.arguments().size() == 2) {
          pairs.put(script.value(step.arguments().get(0)), script.value(step.arguments().get(1)));
        }
      }
      return pairs;
    }

    Map<String, String> headers() {
      Map<String, String> headers = new LinkedHashMap<>(pairs("header"));
      for (Step step : all) {
        String only = step.arguments().isEmpty() ? "" : step.arguments().getFirst();
        switch (step.name()) {
          case "asJson" -> {
            headers.put("Content-Type", "application/json");
            headers.put("Accept", "application/json");
          }
          case "acceptHeader" -> headers.put("Accept", script.value(only));
          case "contentTypeHeader" -> headers.put("Content-Type", script.value(only));
          case "authorizationHeader", "basicAuth" -> headers.put("Authorization", "***");
          case "headers" ->
              script.entries(only).forEach((name, value) -> headers.put(name, script.value(value)));
          default -> {}
        }
      }
      return headers;
    }

    Optional<String> body() {
      return all.stream()
          .filter(step -> step.name().equals("body") && !step.arguments().isEmpty())
          .map(step -> {
            Matcher text = TEXT_BODY.matcher(step.arguments().getFirst().strip());
            return script.value(text.matches() ? text.group(1) : step.arguments().getFirst());
          })
          .findFirst();
    }
  }
}
