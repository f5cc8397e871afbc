package loomwatch.harness.init;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The text of a first subject file.
 *
 * @param found how it is built and started
 * @param jar what {@code java -jar} is given, or the WAR, relative to the folder
 * @param scenarios in order
 */
record Draft(Found found, Path jar, List<Scenario> scenarios) {
  Draft {
    scenarios = List.copyOf(scenarios);
  }

  /**
   * A request that was tried.
   *
   * @param path its path
   * @param rate requests per second it is to be sent at
   */
  record Scenario(String path, int rate) {

    /** Made of its path: {@code /items/list} is {@code items-list}. */
    String name() {
      String name =
          path.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
      return name.isEmpty() ? "root" : name.startsWith("jmh") ? "get-" + name : name;
    }
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# What Loomwatch measures here. Made by ./loomwatch init; look through what it guessed.");
    lines.add("schema: 1");
    lines.add("subject:");
    if (!found.build().isEmpty()) {
      lines.add("  build: " + found.build());
    }
    if (found.virtual() == Found.Virtual.DEPLOYED) {
      lines.add("  war: " + jar);
    } else {
      lines.add("  start: " + String.join(" ", found.start(jar)));
      lines.add("  ready: " + found.ready());
    }
    if (found.virtual() == Found.Virtual.SPRING) {
      lines.add("  modes:");
      lines.add("    platform: {args: --spring.threads.virtual.enabled=false}");
      lines.add("    virtual: {args: --spring.threads.virtual.enabled=true}");
    }
    lines.add("scenarios:");
    for (Scenario scenario : scenarios) {
      lines.add(
          "  %s: {get: %s, rate: %d}".formatted(scenario.name(), scenario.path(), scenario.rate()));
    }
    return String.join("\n", lines) + "\n";
  }
}
