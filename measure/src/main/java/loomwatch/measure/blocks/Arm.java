package loomwatch.measure.blocks;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the launches of one arm are started.
 *
 * @param name {@code head} or {@code base}
 * @param jdk home of the JDK its server and benchmarks run on
 * @param serverClassPath in {@code java -cp} form
 * @param jmhClassPath the suite's, in {@code java -cp} form
 * @param serverFlags of every server's JVM
 * @param jmhFlags of every JMH fork
 * @param handicap an injected fault as {@code KIND:SIZE}, or null
 */
public record Arm(
    String name,
    Path jdk,
    String serverClassPath,
    String jmhClassPath,
    List<String> serverFlags,
    List<String> jmhFlags,
    @Nullable String handicap) {

  public Arm {
    serverFlags = List.copyOf(serverFlags);
    jmhFlags = List.copyOf(jmhFlags);
  }
}
