package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Changes.CannotHaveMoved;
import loomwatch.measure.variants.Changes.MayHaveMoved;
import loomwatch.measure.variants.Git.Revision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static final CannotHaveMoved SAME_SERVER =
      new CannotHaveMoved(
          "The server was not measured: both variants run the same classes on the same JDK with the"
              + " same flags and fault.");
  private static final CannotHaveMoved SAME_JMH =
      new CannotHaveMoved(
          "JMH was not measured: both variants run the same classes on the same JDK with the same"
              + " flags.");

  private static final BuiltVariant VARIANT = variant("25", List.of(), null, "11.0.25", "s1", "j1");

  @Test
  void between_otherCommitWithTheSameClasses_isNoChange() {
    BuiltVariant head =
        new BuiltVariant(
            "head",
            VARIANT.jdk(),
            ShippedServer.of("elsewhere"),
            new JmhSuite("elsewhere", "j1", Map.of()),
            List.of(),
            null,
            new Revision("another", true),
            "11.0.25",
            Map.of(),
            "s1");

    assertThat(Changes.between(VARIANT, head)).isEqualTo(new Changes(SAME_SERVER, SAME_JMH));
    assertThat(Changes.between(VARIANT, head).none()).isTrue();
  }

  @Test
  void between_changedServer_cannotMoveJmh() {
    Changes changes =
        Changes.between(VARIANT, variant("25", List.of(), null, "11.0.25", "s2", "j1"));

    assertThat(changes).isEqualTo(new Changes(moved("its classes"), SAME_JMH));
    assertThat(changes.none()).isFalse();
  }

  @Test
  void mixed_codeAndRuntime_saysToCompareOneAtATime() {
    assertThat(
            Changes.between(VARIANT, variant("26", List.of(), null, "10.1.59", "s2", "j1")).mixed())
        .contains(
            "The server's classes changed together with Tomcat, the JDK: compare one at a time to"
                + " tell which of them made the difference.");
    assertThat(
            Changes.between(VARIANT, variant("25", List.of(), null, "11.0.25", "s2", "j2")).mixed())
        .isEmpty();
    assertThat(
            Changes.between(VARIANT, variant("26", List.of(), null, "11.0.25", "s1", "j1")).mixed())
        .isEmpty();
  }

  @Test
  void between_changedSuite_cannotMoveTheServer() {
    assertThat(Changes.between(VARIANT, variant("25", List.of(), null, "11.0.25", "s1", "j2")))
        .isEqualTo(new Changes(SAME_SERVER, moved("its classes")));
  }

  @Test
  void between_otherTomcat_mayMoveBoth() {
    assertThat(Changes.between(VARIANT, variant("25", List.of(), null, "10.1.59", "s2", "j2")))
        .isEqualTo(new Changes(moved("its classes", "Tomcat"), moved("its classes", "Tomcat")));
  }

  @Test
  void between_otherJdkAndFlags_mayMoveBoth() {
    assertThat(
            Changes.between(VARIANT, variant("21", List.of("-Xint"), null, "11.0.25", "s1", "j1")))
        .isEqualTo(
            new Changes(moved("the JDK", "the JVM flags"), moved("the JDK", "the JVM flags")));
  }

  @Test
  void between_fault_cannotMoveJmh() {
    assertThat(Changes.between(VARIANT, variant("25", List.of(), "cpu:10%", "11.0.25", "s1", "j1")))
        .isEqualTo(new Changes(moved("the fault"), SAME_JMH));
  }

  private static MayHaveMoved moved(String... through) {
    return new MayHaveMoved(List.of(through));
  }

  private static BuiltVariant variant(
      String jdk,
      List<String> flags,
      @Nullable String fault,
      String tomcat,
      String server,
      String jmh) {
    return new BuiltVariant(
        "base",
        new Jdk(Path.of("/jdk/" + jdk), jdk, jdk, "v"),
        ShippedServer.of(""),
        new JmhSuite("", jmh, Map.of()),
        flags,
        fault,
        new Revision("c", false),
        tomcat,
        Map.of(),
        server);
  }
}
