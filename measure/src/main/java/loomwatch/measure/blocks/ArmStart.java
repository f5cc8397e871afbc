package loomwatch.measure.blocks;

import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.subject.ServiceSpec;

/**
 * How the launches of one arm are started.
 *
 * @param name as in the plan: {@code head}, {@code base}, or that of a study
 * @param jdk home of the JDK its server and benchmarks run on
 * @param service how its server is started, with the fault that is injected into it
 * @param jmhClassPath the suite's, in {@code java -cp} form
 * @param serverFlags of every server's JVM
 * @param jmhFlags of every JMH fork
 */
public record ArmStart(
    String name,
    Path jdk,
    ServiceSpec service,
    String jmhClassPath,
    List<String> serverFlags,
    List<String> jmhFlags) {

  public ArmStart {
    serverFlags = List.copyOf(serverFlags);
    jmhFlags = List.copyOf(jmhFlags);
  }
}
