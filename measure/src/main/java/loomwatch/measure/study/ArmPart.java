package loomwatch.measure.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a level says of the subject itself. Null is left to the others.
 *
 * @param subject another file than the study's
 * @param ref a revision
 * @param tomcat a version of Tomcat
 * @param jdk a version or home of a JDK
 * @param flags of the server's JVM
 * @param args after those of its start
 * @param environment variables over those of the service
 */
public record ArmPart(
    @Nullable Path subject,
    @Nullable String ref,
    @Nullable String tomcat,
    @Nullable String jdk,
    List<String> flags,
    List<String> args,
    Map<String, String> environment) {
  static final ArmPart NONE = new ArmPart(null, null, null, null, List.of(), List.of(), Map.of());

  public ArmPart {
    flags = List.copyOf(flags);
    args = List.copyOf(args);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  boolean isNone() {
    return equals(NONE);
  }

  /** Whether it is of other sources or libraries than those that lie there. */
  public boolean isBuilt() {
    return ref != null || tomcat != null;
  }

  /** This after the other: its values count, its flags and arguments come last. */
  ArmPart after(ArmPart other) {
    Map<String, String> variables = new TreeMap<>(other.environment);
    variables.putAll(environment);
    return new ArmPart(
        subject != null ? subject : other.subject,
        ref != null ? ref : other.ref,
        tomcat != null ? tomcat : other.tomcat,
        jdk != null ? jdk : other.jdk,
        joined(other.flags, flags),
        joined(other.args, args),
        variables);
  }

  private static List<String> joined(List<String> first, List<String> then) {
    List<String> all = new ArrayList<>(first);
    all.addAll(then);
    return all;
  }
}
