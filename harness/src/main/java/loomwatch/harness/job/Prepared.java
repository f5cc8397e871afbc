package loomwatch.harness.job;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.results.MeasurementRecord.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured, with everything built.
 *
 * @param arms every one that is measured
 * @param subjects what is put into blocks, with the arms by name
 * @param rounds at most; at least 1
 * @param jit of every server's JVM
 * @param comparison how the arms are compared, or null for head alone
 */
public record Prepared(
    List<BuiltArm> arms,
    Plan.Subjects subjects,
    int rounds,
    Jit jit,
    @Nullable Comparison comparison) {
  /**
   * Beside an arm with a handicap the others get this one. A fault is injected by a servlet filter,
   * and the first filter costs something itself: a tenth of the bytes of hello, and more.
   */
  private static final String NEXT_TO_NOTHING = "cpu:1ns";

  public Prepared {
    arms = List.copyOf(arms);
  }

  /** Of every server's JVM beside the usual and before the arm's own. */
  List<String> serverFlags() {
    return switch (jit) {
      case SETTLED -> JvmFlags.SETTLED_JIT;
      case USUAL -> List.of();
    };
  }

  /** The handicap that arm's servers are started with; null for none. */
  @Nullable String injected(BuiltArm arm) {
    boolean any = arms.stream().anyMatch(each -> each.handicap() != null);
    return arm.handicap() == null && any ? NEXT_TO_NOTHING : arm.handicap();
  }

  /** Makes it ready, before the harness is kept on its own CPUs. */
  public interface Preparation {
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
