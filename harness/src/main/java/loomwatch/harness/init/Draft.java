package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import loomwatch.harness.init.FolderSearch.DetectedBuild;
import loomwatch.measure.service.Ready;

/**
 * The text of a first service file.
 *
 * @param jar what {@code java -jar} is given, or the WAR, relative to the folder
 * @param jdk that built and started it, by its feature version such as 25
 */
record Draft(
    DetectedBuild found, Path jar, int jdk, List<DraftScenario> scenarios, Duration toReady) {
  /** A scenario's may have sixty letters. */
  private static final int LONGEST_NAME = 50;

  Draft {
    scenarios = List.copyOf(scenarios);
  }

  /**
   * A request that was tried.
   *
   * @param rate requests per second it is to be sent at
   */
  record DraftScenario(String path, int rate) {

    /** Made of its path: {@code /items/list} is {@code items-list}. */
    String name() {
      String name = path.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      // Room is left for what tells two of the same name apart.
      String within = name.substring(0, Math.min(LONGEST_NAME, name.length()));
      String trimmed = within.replaceAll("^-|-$", "");
      return trimmed.isEmpty() ? "root" : trimmed.startsWith("jmh") ? "get-" + trimmed : trimmed;
    }
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# What Loomwatch measures here. Made by ./loomwatch init; look through what it guessed.");
    lines.add("schema: 1");
    lines.add("service:");
    // Another machine's newest may be another one, on which nobody tried the service.
    lines.add("  jdk: " + jdk);
    if (!found.build().isEmpty()) {
      lines.add("  build: " + found.build());
    }
    if (found.virtual() == DetectedBuild.VirtualThreads.DEPLOYED) {
      lines.add("  war: " + jar);
    } else {
      lines.add("  start: " + found.start(jar).stream().map(Draft::word).collect(joining(" ")));
      lines.add("  ready: " + ready());
    }
    if (found.virtual() == DetectedBuild.VirtualThreads.SPRING) {
      lines.add("  modes:");
      lines.add("    platform: {args: --spring.threads.virtual.enabled=false}");
      lines.add("    virtual: {args: --spring.threads.virtual.enabled=true}");
    }
    lines.add("scenarios:");
    Set<String> names = new HashSet<>();
    for (DraftScenario scenario : scenarios) {
      String name = scenario.name();
      for (int number = 2; !names.add(name); number++) {
        name = scenario.name() + "-" + number;
      }
      lines.add("  %s: {get: %s, rate: %d}".formatted(name, scenario.path(), scenario.rate()));
    }
    return String.join("\n", lines) + "\n";
  }

  /** With more patience than is usual where a slower machine would need it. */
  private String ready() {
    Duration usual = Ready.USUALLY_WITHIN;
    if (toReady.multipliedBy(2).compareTo(usual) <= 0) {
      return found.ready();
    }
    String way = found.ready().startsWith("/") ? "path: " + found.ready() : "port: true";
    return "{%s, within: %d s}"
        .formatted(way, Math.max(usual.toSeconds(), toReady.toSeconds()) * 2);
  }

  /** As a shell would read it. */
  private static String word(String word) {
    return word.indexOf(' ') < 0 ? word : "'" + word + "'";
  }
}
