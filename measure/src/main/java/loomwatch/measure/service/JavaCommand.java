package loomwatch.measure.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A {@code java} command, parsed as its launcher does.
 *
 * @param flags of the JVM, such as {@code -Xmx1g} and {@code -Dname=value}
 * @param others all other options with their values: class path, modules and agents
 * @param program the started program, with {@code -jar} or the like, and its arguments
 */
public record JavaCommand(List<String> flags, List<String> others, List<String> program) {
  private static final Set<String> WITH_VALUE =
      Set.of(
          ("-cp -classpath --class-path -p --module-path --upgrade-module-path "
                  + "--add-modules --limit-modules --add-exports --add-opens --add-reads "
                  + "--patch-module --enable-native-access --source")
              .split(" ", -1));

  private static final Set<String> LEADING = Set.of("-jar", "-m", "--module");

  public JavaCommand {
    flags = List.copyOf(flags);
    others = List.copyOf(others);
    program = List.copyOf(program);
  }

  public static Optional<JavaCommand> of(List<String> start) {
    if (start.isEmpty() || !start.getFirst().equals("java")) {
      return Optional.empty();
    }
    List<String> flags = new ArrayList<>();
    List<String> others = new ArrayList<>();
    int at = 1;
    while (at < start.size() && start.get(at).startsWith("-") && !LEADING.contains(start.get(at))) {
      String word = start.get(at++);
      (isFlag(word) ? flags : others).add(word);
      if (WITH_VALUE.contains(word) && at < start.size()) {
        others.add(start.get(at++));
      }
    }
    return Optional.of(new JavaCommand(flags, others, start.subList(at, start.size())));
  }

  private static boolean isFlag(String word) {
    return word.startsWith("-X") || word.startsWith("-D") || word.startsWith("-verbose");
  }

  /**
   * Rules for the JVM flags that variants and services must not set. A service may set heap,
   * collector, JIT, scheduler and processors, but not what Loomwatch starts and observes it with.
   */
  public static final class FlagRules {
    private static final Map<Pattern, String> REASONS = new LinkedHashMap<>();

    /** Flags that affect observation. A service may have agents of its own, as for tracing. */
    private static final Pattern OBSERVING =
        Pattern.compile(
            "-XX:([+-]?(StartFlightRecording|FlightRecorderOptions|FlightRecorder)\\b.*"
                + "|NativeMemoryTracking=off|\\+DisableAttachMechanism)");

    static {
      refuse("[^-].*|-", "begin with '-' (write --add-modules=NAME, without a space)");
      refuse(
          "-(agentlib|agentpath|javaagent):?.*",
          "be none that loads an agent, which would be measured along with the server");
      refuse(
          "-XX:[+-]?(StartFlightRecording|FlightRecorderOptions|FlightRecorder)\\b.*",
          "leave JFR alone: Loomwatch records every server with one set of settings, the same in"
              + " both variants");
      refuse(
          "-XX:NativeMemoryTracking=off",
          "leave Native Memory Tracking on: its memory is one of the metrics");
      refuse(
          "-XX:\\+DisableAttachMechanism",
          "leave attaching possible: Loomwatch reads Native Memory Tracking that way");
      refuse(
          "-jar|-cp|-classpath|--class-path.*|-m|--module(=.*)?|-p|--module-path.*",
          "not say what is started: name another revision with ref=, another Tomcat with tomcat=");
      refuse(
          "--?version|--?full-?version|--?help(-extra)?|-h|-\\?|-X|--list-modules|--dry-run"
              + "|-d|--describe-module.*|--validate-modules",
          "not end the JVM before the server has started");
      refuse(
          "-XX:(Flags|VMOptionsFile)=.*",
          "stand in the SPEC itself: flags read from a file would be missing in the record");
    }

    private FlagRules() {}

    private static void refuse(String pattern, String rule) {
      REASONS.put(Pattern.compile(pattern), rule);
    }

    static Optional<String> refusalInStart(String flag) {
      return OBSERVING.matcher(flag).matches() ? refusal(flag) : Optional.empty();
    }

    public static Optional<String> refusal(String flag) {
      return REASONS.entrySet().stream()
          .filter(rule -> rule.getKey().matcher(flag).matches())
          .map(rule -> "flag must %s, was \"%s\"".formatted(rule.getValue(), flag))
          .findFirst();
    }
  }
}
