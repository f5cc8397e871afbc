package loomwatch.measure.subject;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code jdk}: the version that builds the service and runs it. */
public final class JdkReader {
  /** No home: another machine has it elsewhere. */
  private static final Pattern VERSION = Pattern.compile("(\\d{2,3})(\\.\\d{1,3})*(\\+\\d{1,3})?");

  /** Virtual threads are final since then (JEP 444). */
  public static final int OLDEST = 21;

  private final Problems problems;

  JdkReader(Problems problems) {
    this.problems = problems;
  }

  /** As it was written, or nothing, as a problem. */
  Optional<String> read(Node node) {
    String value = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (isNewEnough(value)) {
      return Optional.of(value);
    }
    problems.add(
        node,
        "jdk must be a version of at least " + OLDEST + ", was " + Scalars.shown(node),
        "Write it like jdk: 25 or jdk: 21.0.8; the newest such JDK on the machine is taken.");
    return Optional.empty();
  }

  private static boolean isNewEnough(String value) {
    Matcher version = VERSION.matcher(value);
    return version.matches() && Integer.parseInt(version.group(1)) >= OLDEST;
  }
}
