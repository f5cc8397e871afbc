package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.arms.Attribution;
import loomwatch.harness.arms.BuiltArm;
import loomwatch.harness.arms.BuiltArms;
import loomwatch.harness.arms.Jdk;
import loomwatch.harness.arms.Revision;
import loomwatch.harness.host.FakeMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many servers fit into memory. */
class RoomTest {
  private static final BuiltArm ARM =
      new BuiltArm(
          "base",
          new Jdk(Path.of("/jdk"), "25", "25", "v"),
          "",
          "",
          List.of(),
          null,
          new Revision("c", false),
          "11.0.25",
          "s",
          "j");
  private static final BuiltArms FOUR = new BuiltArms(ARM, ARM, new Attribution.Mixed(ARM, ARM));

  @TempDir Path root;

  @Test
  void fitting_enoughMemory_keepsTheArmsBetween() {
    assertThat(available("6291456 kB").fitting(FOUR, 8)).isEqualTo(FOUR);
  }

  @Test
  void fitting_tooLittleMemory_leavesThemOutAndSaysWhy() {
    assertThat(available("4194304 kB").fitting(FOUR, 8).attribution())
        .isEqualTo(
            new Attribution.Impossible(
                "It was not measured whose change it is: 8 servers at once need 6.0 GiB of memory,"
                    + " 4.0 are available."));
  }

  @Test
  void fitting_twoArms_areNoneOfItsBusiness() {
    BuiltArms two = new BuiltArms(ARM, ARM, new Attribution.Unneeded());

    assertThat(available("1024 kB").fitting(two, 8)).isEqualTo(two);
  }

  @Test
  void fitting_unknownMemory_keepsTheArmsBetween() {
    assertThat(Room.of(new FakeMachine(root).probe()).fitting(FOUR, 8)).isEqualTo(FOUR);
  }

  private Room available(String memory) {
    return Room.of(
        new FakeMachine(root)
            .with("proc/meminfo", "MemTotal: 1 kB\nMemAvailable: " + memory)
            .probe());
  }
}
