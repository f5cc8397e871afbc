package loomwatch.measure.launch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a server says when it is ready.
 *
 * @param port it listens on
 * @param tomcat the Tomcat version it runs
 * @param jdk its {@code java.runtime.version}
 * @param vendor of the JDK
 */
public record ReadyLine(int port, String tomcat, String jdk, String vendor) {
  private static final String START = "loomwatch-server ready ";

  /** Reads it, if the line is one. */
  static Optional<ReadyLine> parse(String line) {
    if (!line.startsWith(START)) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (String word : line.substring(START.length()).split(" ")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        values.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    try {
      return Optional.of(
          new ReadyLine(
              Integer.parseInt(values.getOrDefault("port", "")),
              values.getOrDefault("tomcat", "unknown"),
              values.getOrDefault("jdk", "unknown"),
              values.getOrDefault("vendor", "unknown")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
