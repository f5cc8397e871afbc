package loomwatch.measure.launch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.service.ServiceSpec;

/**
 * Passes Loomwatch's environment to servers and their builds, and lists what in it affects measured
 * values: JVM options, and variables that override a Spring Boot application's configuration. All
 * variants get the same.
 */
public final class ServiceEnvironment {
  private static final List<String> JVM_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final String KEPT = "LOOMWATCH_SERVICE_";

  private static final Pattern OF_SPRING =
      Pattern.compile("(?i)(SPRING|SERVER|MANAGEMENT[._]SERVER)[._][A-Z0-9._-]+");

  /** This variable holds names; the values of others may be passwords. */
  private static final String PROFILES = "SPRING_PROFILES_ACTIVE";

  private static final Pattern OPTION = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

  /** Options whose values are shown. Other values may be passwords. */
  private static final Predicate<String> SHOWN =
      Pattern.compile(
              "-X[a-z]+\\d*[kKmMgGtT]?|-XX:[+-]\\w+|-XX:\\w+=\\d+[kKmMgG]?%?|-(e|d)s?a|-server|--enable-preview"
                  + "|--(add|enable)-[a-z-]+(=[\\w./,=]+)?")
          .asMatchPredicate();

  private static final String HIDDEN = "***";

  private ServiceEnvironment() {}

  /** Restores the JVM options in the environment of a process that is about to start. */
  public static void handOn(Map<String, String> environment) {
    for (String name : JVM_OPTIONS) {
      String kept = environment.remove(KEPT + name);
      if (kept != null) {
        environment.put(name, kept);
      }
    }
  }

  public static Map<String, String> reported(ServiceSpec service) {
    return service.start().url().isPresent()
        ? Map.of()
        : reported(System.getenv(), service.start().environment());
  }

  static Map<String, String> reported(Map<String, String> inherited, Map<String, String> own) {
    Map<String, String> environment = new TreeMap<>(inherited);
    handOn(environment);
    environment.keySet().removeAll(own.keySet());
    Map<String, String> reported = new TreeMap<>();
    environment.forEach((name, value) -> {
      if (value.isBlank()) {
        return;
      }
      if (JVM_OPTIONS.contains(name)) {
        reported.put(
            name,
            OPTION
                .matcher(value)
                .results()
                .map(found -> shown(found.group()))
                .collect(Collectors.joining(" ")));
      } else if (OF_SPRING.matcher(name).matches()) {
        reported.put(name, name.equals(PROFILES) ? value : HIDDEN);
      }
    });
    return reported;
  }

  private static String shown(String option) {
    if (SHOWN.test(option)) {
      return option;
    }
    String bare = option.replaceAll("[\"']", "");
    int value = bare.indexOf('=');
    return bare.startsWith("-") && value > 0
        ? bare.substring(0, value + 1) + HIDDEN
        : bare.startsWith("-D") ? bare : HIDDEN;
  }

  static boolean isReported(String line) {
    return JVM_OPTIONS.stream().anyMatch(name -> line.contains("Picked up " + name + ":"));
  }
}
