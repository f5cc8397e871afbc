package loomwatch.harness.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import loomwatch.harness.arms.BuiltArm;
import loomwatch.harness.launch.Children;
import loomwatch.results.Comparison;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured, with everything built.
 *
 * @param arms head alone, or base and head
 * @param scenarios on servers
 * @param jmh whether the JMH suite runs
 * @param rounds at most; at least 1
 * @param serverFlags of every server's JVM beside the usual and before the arm's own
 * @param comparison how the arms are compared, or null for head alone
 */
record Prepared(
    List<BuiltArm> arms,
    List<Scenario> scenarios,
    boolean jmh,
    int rounds,
    List<String> serverFlags,
    @Nullable Comparison comparison) {
  Prepared {
    arms = List.copyOf(arms);
    scenarios = List.copyOf(scenarios);
    serverFlags = List.copyOf(serverFlags);
  }

  /** Makes it ready, before the harness is kept on its own CPUs. */
  interface Preparation {
    /**
     * Builds what is needed.
     *
     * @param children ends a build when the harness is stopped
     * @param progress is told one line at a time
     */
    Prepared prepare(Children children, Consumer<String> progress)
        throws IOException, InterruptedException;
  }
}
