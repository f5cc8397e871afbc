package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.JmhSuite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeasurementSetupTest {
  @Test
  void injected_onlyHeadHasAFault_baseHasItsFilterWithNextToNone() {
    BuiltVariant base = variant("base", null);
    BuiltVariant head = variant("head", "alloc:1%");

    assertThat(prepared(base, head).injected(head)).isEqualTo("alloc:1%");
    assertThat(prepared(base, head).injected(base)).isEqualTo("cpu:1ns");
  }

  @Test
  void injected_noFaultAnywhere_noFilter() {
    BuiltVariant base = variant("base", null);

    assertThat(prepared(base, variant("head", null)).injected(base)).isNull();
  }

  private static MeasurementSetup prepared(BuiltVariant... variants) {
    Plan.Matrix none = new Plan.Matrix(List.of(), List.of(), List.of(), List.of());
    return new MeasurementSetup(List.of(variants), none, 1, Jit.DETERMINISTIC, null);
  }

  private static BuiltVariant variant(String name, @Nullable String fault) {
    return new BuiltVariant(
        name,
        new Jdk(Path.of("/jdk/25"), "25", "25", "v"),
        ShippedServer.of(""),
        JmhSuite.NONE,
        List.of(),
        fault,
        new Revision("c", false),
        "11.0.25",
        Map.of(),
        "server");
  }
}
