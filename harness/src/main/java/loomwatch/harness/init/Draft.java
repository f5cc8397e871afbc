package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.harness.init.RequestTrial.Answered;
import loomwatch.harness.init.requests.FoundRequest;
import loomwatch.harness.init.requests.RequestImport;
import loomwatch.harness.init.requests.ScenarioText;
import loomwatch.measure.service.ServiceException;

/**
 * What is known of a service file: the values of its keys, and comments at what is still open. It
 * becomes the text of a new file, or completes one that was begun.
 */
final class Draft {
  /** The order of keys in a file. */
  private static final List<String> KEYS =
      List.of(
          "jdk",
          "build",
          "start",
          "war",
          "environment",
          "ready",
          "protocol",
          "certificate",
          "modes",
          "services");

  private static final String OPEN = "# open: ";

  /** Begins the further lines of a comment. */
  private static final String MORE = "#       ";

  private static final Pattern OF_DRAFTS =
      Pattern.compile(
          "(?m)^ *%s.*\\n(?: *(?:%s|# (?:build|start|ready|benchmarks): ).*\\n)*"
              .formatted(OPEN, MORE));

  private static final String SESSION_SHOWN =
      "a scenario with a login looks so, for a user whom only the measured database has:";

  /** A scenario with a login to be filled in. */
  private static final String SESSION =
      """
        first:
          rate: 100
          session:
            - post: /login
              headers: {Content-Type: application/json}
              body: '{"user": "perf", "password": "measured"}'
              take: {token: {json: /access_token}}
          headers: {Authorization: "Bearer {session.token}"}
          get: /items
      """;

  private static final int WIDTH = 100;

  /** A scenario's name may have sixty letters. */
  private static final int LONGEST_NAME = 50;

  private final Map<String, List<String>> service =
      new TreeMap<>(Comparator.comparingInt(KEYS::indexOf));
  private final List<String> openInService = new ArrayList<>();
  private final List<String> openInScenarios = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private Optional<String> refused = Optional.empty();
  private final List<Answered> scenarios = new ArrayList<>();
  private String contextPath = "";
  private String taken = "";
  private final List<String> benchmarks = new ArrayList<>();
  private boolean ofService = true;

  /** An open point, without which the rest cannot be found out. */
  static final class OpenPoint extends Exception {
    private static final long serialVersionUID = 1;

    private final String next;

    /**
     * Creates an open point.
     *
     * @param what shown to the user; empty if it was said
     * @param next one step, in the imperative
     */
    OpenPoint(String what, String next) {
      super(what);
      this.next = next;
    }

    String next() {
      return next;
    }

    /** Reports whether the service did not start, or did not answer. */
    boolean ofStart() {
      return !String.valueOf(getMessage()).isEmpty();
    }

    OpenPoint withNext(String other) {
      return new OpenPoint(String.valueOf(getMessage()), other);
    }
  }

  /** Sets a key of {@code service}: the text after its colon, then the lines below it. */
  void set(String key, String value, String... below) {
    List<String> lines = new ArrayList<>(List.of((key + ": " + value).strip()));
    Stream.of(below).map("  "::concat).forEach(lines::add);
    service.put(key, lines);
  }

  void environment(Map<String, String> variables) {
    if (!variables.isEmpty()) {
      set("environment", "", pairs(variables).toArray(String[]::new));
    }
  }

  void remove(String key) {
    service.remove(key);
  }

  /** Adds a comment on what is missing in {@code service}, and lines to be completed. */
  void open(String comment, String... lines) {
    openInService.addAll(wrapped(OPEN, comment));
    Stream.of(lines).map("# "::concat).forEach(openInService::add);
  }

  /** Adds a comment that stays in the file. */
  void note(String comment) {
    openInService.addAll(wrapped("# ", comment));
  }

  void tried(String before, RequestTrial.Tried tried) {
    contextPath = before;
    scenarios.addAll(tried.answered());
    leftOut.addAll(tried.leftOut());
    refused = tried.refused().map(before::concat);
  }

  /** Takes the scenario of another tool's file, in place of requests that are tried. */
  void take(RequestImport load) {
    taken = load.scenario();
  }

  boolean hasTaken() {
    return !taken.isEmpty();
  }

  void benchmarks(BenchmarkProject project) {
    benchmarks.add("benchmarks:");
    benchmarks.add("  build: " + project.build());
    benchmarks.add("  jar: " + project.jar());
  }

  /** Adds a comment on why they are missing, and a line to be completed. */
  void openBenchmarks(String comment, BenchmarkProject guessed) {
    benchmarks.addAll(wrapped(OPEN, comment));
    benchmarks.add(
        "# benchmarks: {build: %s, jar: %s}"
            .formatted(quoted(guessed.build()), quoted(guessed.jar())));
  }

  /** Leaves out all but benchmarks. */
  void leaveOutService() {
    ofService = false;
  }

  boolean hasService() {
    return ofService;
  }

  void openScenarios(String comment) {
    openInScenarios.addAll(wrapped(OPEN, comment));
  }

  /** Returns the name of the scenario of the profile smoke, where there are several. */
  Optional<String> smoke() {
    return scenarios.size() < 2 ? Optional.empty() : names().stream().findFirst();
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# What Loomwatch measures here. Made by ./loomwatch init; look through what it guessed.");
    lines.add("schema: 1");
    if (ofService) {
      lines.add("service:");
      ofService(List.of()).forEach(line -> lines.add("  " + line));
      lines.addAll(ofScenarios());
    }
    lines.addAll(benchmarks);
    return String.join("\n", lines) + "\n";
  }

  /**
   * Returns a file that was begun, with what it lacks. Its own lines stay as they are, but for
   * comments of earlier drafts.
   *
   * @param given keys of its {@code service}
   * @param loaded whether it has scenarios
   */
  String completing(String begun, Collection<String> given, boolean loaded) {
    List<String> lines = new ArrayList<>(answered(begun.stripTrailing() + "\n").lines().toList());
    if (ofService) {
      complete(lines, given, loaded);
    }
    lines.addAll(benchmarks);
    return String.join("\n", lines) + "\n";
  }

  private void complete(List<String> lines, Collection<String> given, boolean loaded) {
    List<String> more = ofService(given);
    int head =
        IntStream.range(0, lines.size())
            .filter(at -> lines.get(at).matches("service:\\s*(#.*)?"))
            .findFirst()
            .orElse(-1);
    if (head >= 0) {
      insert(more, lines, head);
    } else if (given.isEmpty()) {
      lines.add("service:");
      more.forEach(line -> lines.add("  " + line));
    } else if (given.containsAll(service.keySet())) {
      lines.addAll(more);
    } else {
      throw new ServiceException(
          "service in loomwatch.yaml must have each key on a line of its own to be completed, was in braces; write it so and run init again");
    }
    if (!loaded) {
      lines.addAll(ofScenarios());
    }
  }

  /** Returns a file without the comments of drafts on what was open. */
  static String answered(String text) {
    return OF_DRAFTS.matcher(text).replaceAll("");
  }

  /** Inserts lines at the end of a block, with its indentation. */
  private static void insert(List<String> more, List<String> lines, int head) {
    int end = head + 1;
    String indent = "  ";
    for (int at = end; at < lines.size() && !lines.get(at).matches("[^\\s#].*"); at++) {
      if (lines.get(at).matches("\\s+\\S.*")) {
        indent = end == head + 1 ? lines.get(at).replaceFirst("\\S.*", "") : indent;
        end = at + 1;
      }
    }
    lines.addAll(end, more.stream().map(indent::concat).toList());
  }

  private List<String> ofService(Collection<String> given) {
    List<String> lines = new ArrayList<>();
    service.forEach((key, value) -> {
      if (!given.contains(key)) {
        lines.addAll(value);
      }
    });
    lines.addAll(openInService);
    return lines;
  }

  private List<String> ofScenarios() {
    List<String> lines = new ArrayList<>();
    if (hasTaken()) {
      lines.add("scenarios:");
      taken.lines().forEach(lines::add);
    }
    if (!scenarios.isEmpty()) {
      lines.add("scenarios:");
      List<String> names = names();
      for (int at = 0; at < names.size(); at++) {
        Answered answered = scenarios.get(at);
        FoundRequest request = answered.request().under(contextPath);
        new ScenarioText(names.get(at), answered.rate(), List.of(request))
            .text()
            .lines()
            .forEach(lines::add);
      }
    }
    lines.addAll(openInScenarios);
    lines.addAll(ofLeftOut());
    smoke()
        .ifPresent(name -> {
          lines.add("profiles:");
          lines.add("  smoke: {run: [%1$s], compare: [%1$s]} # or --scenario NAME".formatted(name));
        });
    return lines;
  }

  private List<String> ofLeftOut() {
    String indent = scenarios.isEmpty() ? "" : "  ";
    String prefix = scenarios.isEmpty() ? OPEN : "# ";
    List<String> lines = new ArrayList<>();
    leftOut.forEach(why -> lines.addAll(wrapped(prefix, why)));
    refused.ifPresent(path -> {
      lines.add(prefix + SESSION_SHOWN);
      if (scenarios.isEmpty()) {
        lines.add(MORE + "scenarios:");
      }
      SESSION.replace("/items", scalar(path)).lines().map(MORE::concat).forEach(lines::add);
    });
    return lines.stream().map(indent::concat).toList();
  }

  /** Returns a mapping of YAML on one line. */
  static String flow(Map<String, String> pairs) {
    return pairs(pairs).collect(joining(", ", "{", "}"));
  }

  private static Stream<String> pairs(Map<String, String> mapping) {
    return new TreeMap<>(mapping)
        .entrySet().stream().map(pair -> pair.getKey() + ": " + quoted(pair.getValue()));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Answered scenario : scenarios) {
      String first = name(scenario.request().path());
      String name = first;
      for (int number = 2; !taken.add(name); number++) {
        name = first + "-" + number;
      }
      names.add(name);
    }
    return names;
  }

  /** Returns a name made of the path: {@code /items/list} gives {@code items-list}. */
  private static String name(String path) {
    String name = path.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    // Leaves room for a suffix that distinguishes equal names.
    String within = name.substring(0, Math.min(LONGEST_NAME, name.length()));
    String trimmed = within.replaceAll("^-|-$", "");
    return trimmed.isEmpty() ? "root" : trimmed.startsWith("jmh") ? "get-" + trimmed : trimmed;
  }

  /** Returns a value of YAML, in quotes where it needs them. */
  static String scalar(String text) {
    return text.matches("[\\w./~-]+") ? text : quoted(text);
  }

  static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
        + '"';
  }

  /** Quotes a word for a shell. */
  static String word(String word) {
    return word.indexOf(' ') < 0 ? word : "'" + word + "'";
  }

  private static List<String> wrapped(String prefix, String comment) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(prefix);
    for (String word : comment.strip().split("\\s+")) {
      if (line.length() + word.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder(MORE);
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }
}
