package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.arms.Attribution;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArms;
import loomwatch.measure.arms.Jdk;
import loomwatch.measure.arms.Revision;
import loomwatch.measure.arms.ShippedServer;
import org.junit.jupiter.api.Test;

/** How many servers fit into memory. */
class ServerMemoryTest {
  private static final BuiltArm ARM =
      new BuiltArm(
          "base",
          new Jdk(Path.of("/jdk"), "25", "25", "v"),
          ShippedServer.of(""),
          "",
          List.of(),
          null,
          new Revision("c", false),
          "11.0.25",
          "s",
          "j");
  private static final BuiltArms FOUR = new BuiltArms(ARM, ARM, new Attribution.Mixed(ARM, ARM));

  @Test
  void fitting_enoughMemory_keepsTheArmsBetween() {
    assertThat(new ServerMemory(OptionalLong.of(6L << 30)).fitting(FOUR, 8)).isEqualTo(FOUR);
  }

  @Test
  void fitting_tooLittleMemory_leavesThemOutAndSaysWhy() {
    assertThat(new ServerMemory(OptionalLong.of(4L << 30)).fitting(FOUR, 8).attribution())
        .isEqualTo(
            new Attribution.Impossible(
                "It was not measured whose change it is: 8 servers at once need 6.0 GiB of memory,"
                    + " 4.0 are available."));
  }

  @Test
  void fitting_twoArms_areNoneOfItsBusiness() {
    BuiltArms two = new BuiltArms(ARM, ARM, new Attribution.Unneeded());

    assertThat(new ServerMemory(OptionalLong.of(1 << 20)).fitting(two, 8)).isEqualTo(two);
  }

  @Test
  void require_heapsOfTheirOwn_fitAllAtOnce() {
    List<BuiltArm> two =
        List.of(ARM.varied("base", ARM.service(), List.of("-Xmx2g")), ARM.handicapped("cpu:1ns"));

    assertThatCode(() -> new ServerMemory(OptionalLong.of(5L << 30)).require(two, 2))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new ServerMemory(OptionalLong.of(4L << 30)).require(two, 2))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("memory must be 4.5 GiB for the 4 servers that are up at once,")
        .hasMessageContaining("was 4.0;");
  }

  @Test
  void fitting_unknownMemory_keepsTheArmsBetween() {
    assertThat(new ServerMemory(OptionalLong.empty()).fitting(FOUR, 8)).isEqualTo(FOUR);
  }
}
