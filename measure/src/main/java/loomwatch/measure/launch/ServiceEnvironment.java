package loomwatch.measure.launch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.measure.subject.ServiceSpec;

/**
 * What servers and their builds have from the environment that Loomwatch was started in, and what
 * moves measured values: options of JVMs, and variables that override a Spring Boot application's
 * configuration. All arms have the same.
 */
public final class ServiceEnvironment {
  private static final List<String> JVM_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Under which the launcher keeps those from Loomwatch's own JVMs, which they might stop. */
  private static final String KEPT = "LOOMWATCH_SERVICE_";

  private static final Pattern OF_SPRING =
      Pattern.compile("(SPRING|SERVER|MANAGEMENT_SERVER)_[A-Z0-9_]+");

  /** The one of them that is a name by nature; others may be passwords. */
  private static final String PROFILES = "SPRING_PROFILES_ACTIVE";

  /** A system property's value may be a password too. */
  private static final Pattern PROPERTY = Pattern.compile("(-D[^=\\s]+=)(\"[^\"]*\"|'[^']*'|\\S*)");

  private static final String HIDDEN = "***";

  private ServiceEnvironment() {}

  /**
   * Hands options of JVMs on to a process that is going to be started.
   *
   * @param environment of its builder, with what it inherits
   */
  public static void handOn(Map<String, String> environment) {
    for (String name : JVM_OPTIONS) {
      String kept = environment.remove(KEPT + name);
      if (kept != null) {
        environment.put(name, kept);
      }
    }
  }

  /** What a service has of it, by name, without what may be secret; it is empty for most. */
  public static Map<String, String> told(ServiceSpec service) {
    return service.url().isPresent() ? Map.of() : told(System.getenv(), service.environment());
  }

  static Map<String, String> told(Map<String, String> inherited, Map<String, String> own) {
    Map<String, String> environment = new TreeMap<>(inherited);
    handOn(environment);
    environment.keySet().removeAll(own.keySet());
    Map<String, String> told = new TreeMap<>();
    environment.forEach((name, value) -> {
      if (value.isBlank()) {
        return;
      }
      if (JVM_OPTIONS.contains(name)) {
        told.put(name, PROPERTY.matcher(value).replaceAll("$1" + HIDDEN));
      } else if (OF_SPRING.matcher(name).matches()) {
        told.put(name, name.equals(PROFILES) ? value : HIDDEN);
      }
    });
    return told;
  }
}
