package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.arms.Attribution;
import loomwatch.measure.arms.Attribution.Impossible;
import loomwatch.measure.arms.Attribution.Mixed;
import loomwatch.measure.arms.Attribution.Unneeded;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArms;
import loomwatch.measure.arms.Jdk;
import loomwatch.measure.arms.Revision;
import loomwatch.measure.arms.ShippedServer;
import org.junit.jupiter.api.Test;

/** Which arms each part of a comparison is measured on. */
class MeasuredArmsTest {
  private static final List<String> TWO = List.of("base", "head");
  private static final List<String> FOUR = List.of("base", "head", "toolchain", "code");
  private static final MeasuredArms.Parts BOTH = new MeasuredArms.Parts(true, true);

  @Test
  void of_nothingBetween_isTwoArmsAndSaysNothing() {
    MeasuredArms arms = of(new Unneeded(), BOTH);

    assertThat(arms.all()).hasSize(2);
    assertThat(arms.server()).isEqualTo(TWO);
    assertThat(arms.jmh()).isEqualTo(TWO);
    assertThat(arms.announcement()).isEmpty();
    assertThat(arms.remarks()).isEmpty();
  }

  @Test
  void of_armsBetweenThatDoNotBuild_isTwoArmsWithTheReason() {
    assertThat(of(new Impossible("It does not build."), BOTH).remarks())
        .containsExactly("It does not build.");
  }

  @Test
  void of_codeThatMovesBothParts_isFourArmsForBoth() {
    MeasuredArms arms = of(mixed("s1", "j1"), BOTH);

    assertThat(arms.all()).extracting(BuiltArm::name).isEqualTo(FOUR);
    assertThat(arms.server()).isEqualTo(FOUR);
    assertThat(arms.jmh()).isEqualTo(FOUR);
    assertThat(arms.remarks()).isEmpty();
    assertThat(arms.announcement())
        .contains(
            "toolchain and code both changed: two arms between base and head will tell whose a"
                + " change is, in twice the time; --attribution off leaves them out");
  }

  @Test
  void of_codeThatMovesTheServerAlone_leavesJmhAtTwoArmsAndSaysWhy() {
    MeasuredArms arms = of(mixed("s1", "j2"), BOTH);

    assertThat(arms.server()).isEqualTo(FOUR);
    assertThat(arms.jmh()).isEqualTo(TWO);
    assertThat(arms.remarks())
        .containsExactly("What changed in JMH is all the toolchain's: it runs the same code.");
  }

  @Test
  void of_codeThatMovesOnlyWhatIsNotMeasured_isTwoArms() {
    MeasuredArms arms = of(mixed("s2", "j1"), new MeasuredArms.Parts(true, false));

    assertThat(arms.all()).hasSize(2);
    assertThat(arms.jmh()).isEmpty();
    assertThat(arms.remarks())
        .containsExactly("What changed on servers is all the toolchain's: they run the same code.");
    assertThat(arms.announcement()).isEmpty();
  }

  @Test
  void of_codeThatIsTheSame_saysSoAndMeasuresTwo() {
    MeasuredArms arms = of(new Attribution.AllToolchains(), new MeasuredArms.Parts(true, false));

    assertThat(arms.server()).isEqualTo(MeasuredArms.TWO);
    assertThat(arms.remarks())
        .containsExactly("What changed is all the toolchain's: both run the same code.");
  }

  private static MeasuredArms of(Attribution attribution, MeasuredArms.Parts parts) {
    return MeasuredArms.of(
        new BuiltArms(arm("base", "s1", "j1"), arm("head", "s2", "j2"), attribution), parts);
  }

  /** Head's toolchain with base's code is of these classes. */
  private static Attribution mixed(String server, String jmh) {
    return new Mixed(arm("toolchain", server, jmh), arm("code", "s2", "j2"));
  }

  private static BuiltArm arm(String name, String server, String jmh) {
    return new BuiltArm(
        name,
        new Jdk(Path.of("/jdk/25"), "25", "25", "v"),
        ShippedServer.of(""),
        "",
        List.of(),
        null,
        new Revision("c", false),
        "11.0.25",
        server,
        jmh);
  }
}
