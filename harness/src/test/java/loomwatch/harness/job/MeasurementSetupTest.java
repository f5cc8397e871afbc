package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.harness.job.Session.MeasurementSetup;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArm.ShippedServer;
import loomwatch.measure.arms.Git.Revision;
import loomwatch.measure.arms.Jdk;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeasurementSetupTest {
  @Test
  void injected_onlyHeadHasAFault_baseHasItsFilterWithNextToNone() {
    BuiltArm base = arm("base", null);
    BuiltArm head = arm("head", "alloc:1%");

    assertThat(prepared(base, head).injected(head)).isEqualTo("alloc:1%");
    assertThat(prepared(base, head).injected(base)).isEqualTo("cpu:1ns");
  }

  @Test
  void injected_noFaultAnywhere_noFilter() {
    BuiltArm base = arm("base", null);

    assertThat(prepared(base, arm("head", null)).injected(base)).isNull();
  }

  private static MeasurementSetup prepared(BuiltArm... arms) {
    Plan.Subjects none = new Plan.Subjects(List.of(), List.of(), List.of(), List.of());
    return new MeasurementSetup(List.of(arms), none, 1, Jit.SETTLED, null);
  }

  private static BuiltArm arm(String name, @Nullable String handicap) {
    return new BuiltArm(
        name,
        new Jdk(Path.of("/jdk/25"), "25", "25", "v"),
        ShippedServer.of(""),
        "",
        List.of(),
        handicap,
        new Revision("c", false),
        "11.0.25",
        Map.of(),
        "server",
        "jmh");
  }
}
