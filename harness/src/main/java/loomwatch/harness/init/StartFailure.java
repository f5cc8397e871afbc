package loomwatch.harness.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The lines of a service's log that tell why it did not start.
 *
 * @param lines without stack frames
 */
record StartFailure(List<String> lines) {
  private static final int MOST = 12;

  private static final Pattern FRAME =
      Pattern.compile("\\s+at \\S.*|\\s*[.]{3} \\d+ (more|common).*");

  private static final Pattern CAUSE =
      Pattern.compile("Exception|\\w+Error\\b|\\bERROR\\b|\\bSEVERE\\b|^Error:|[Ff]ailed|FATAL");

  /** The heading of Spring Boot's own explanation. */
  private static final String EXPLAINED = "Description:";

  /** The step for a jar that lacks libraries. */
  static final String PACK =
      "let the build pack the libraries into the jar, or write start: java -cp … in loomwatch.yaml";

  private record Known(Pattern words, String hint) {
    Known(String words, String hint) {
      this(Pattern.compile(words), hint);
    }
  }

  private static final String SERVICES =
      "add what it connects to as services: in loomwatch.yaml"
          + " (docs/service-file.md#what-the-service-needs), or start it";

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "Failed to configure a DataSource|Failed to determine a suitable driver",
              "add its database as services:, and its URL as environment: {SPRING_DATASOURCE_URL: …}"),
          new Known(
              "Connection(?: to \\S+)? refused|ConnectException|Communications link failure"
                  + "|UnknownHostException|Unable to connect to|MongoTimeoutException"
                  + "|Unable to determine Dialect",
              SERVICES),
          new Known(
              "UnsupportedClassVersionError",
              "write the JDK that it was built for as jdk: in loomwatch.yaml"),
          new Known("NoClassDefFoundError|ClassNotFoundException", PACK),
          new Known(
              "Address already in use|BindException|was already in use",
              "let each port that it listens on be chosen by {port}, or be 0, in start:"),
          new Known(
              "Could not resolve placeholder|required (property|argument|option)|[Uu]sage:",
              "add what it must be given to start: or environment: in loomwatch.yaml"));

  StartFailure {
    lines = List.copyOf(lines);
  }

  static StartFailure of(List<String> log) {
    return new StartFailure(log.stream().filter(line -> !FRAME.matcher(line).matches()).toList());
  }

  /** Returns the lines to be shown, as the rest of a sentence. */
  String shown() {
    List<String> cause = cause();
    return cause.isEmpty() ? "; it logged nothing" : ":\n    " + String.join("\n    ", cause);
  }

  private List<String> cause() {
    List<String> written = new ArrayList<>(lines);
    written.removeIf(String::isBlank);
    int explained = written.lastIndexOf(EXPLAINED);
    if (explained >= 0) {
      return most(written.subList(explained + 1, written.size()));
    }
    List<String> causes = written.stream().filter(CAUSE.asPredicate()).toList();
    if (causes.isEmpty()) {
      return written.subList(Math.max(0, written.size() - MOST), written.size());
    }
    return most(causes);
  }

  /** Returns the first and the last ones, as the last cause of a chain is the first in time. */
  private static List<String> most(List<String> some) {
    if (some.size() <= MOST) {
      return some;
    }
    List<String> shown = new ArrayList<>(some.subList(0, MOST / 2));
    shown.addAll(some.subList(some.size() - MOST / 2, some.size()));
    return shown;
  }

  /** Returns the likely next step, in the imperative. */
  Optional<String> hint() {
    return KNOWN.stream()
        .filter(known -> lines.stream().anyMatch(known.words().asPredicate()))
        .map(Known::hint)
        .findFirst();
  }
}
