package loomwatch.judge.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.Suspects.Lines;
import loomwatch.judge.cause.Suspects.SourceFiles;
import loomwatch.judge.cause.Suspects.Upgrade;
import loomwatch.judge.verdict.Cause;
import loomwatch.results.LaunchStacks.Resource;
import org.junit.jupiter.api.Test;

/** Base and head number their lines each for itself. */
class CauseLineTest {
  private static final String TOP = "java.lang.Thread.run org.apache.Worker.run ";
  private static final Suspects SOURCES =
      new Suspects(
          false,
          List.of(),
          List.of(),
          SourceFiles.among(List.of("src/main/java/shop/Shop.java")),
          Map.of("src/main/java/shop/Shop.java", List.of(new Lines(40, 42))));

  private final Launches allocating = new Launches(Resource.ALLOCATION, 1, 0.02);

  /** An import above: what costs the same is a line further down, and was there before. */
  @Test
  void find_linesShiftedByTheChange_namesTheOneItTouches() {
    allocating
        .with(TOP + "shop.Shop.list:30 java.util.Arrays.copyOf", 500, 0)
        .with(TOP + "shop.Shop.list:31 java.util.Arrays.copyOf", 0, 500)
        .with(TOP + "shop.Shop.list:41 java.util.Arrays.copyOf", 0, 300);

    Cause cause = found(SOURCES);

    assertThat(cause.method()).isEqualTo("shop.Shop.list");
    assertThat(cause.line()).isEqualTo(41);
  }

  /** Neither is one that the change touches, and which of them is new, nobody knows. */
  @Test
  void find_linesShiftedAndNoneTouched_leavesTheLineOut() {
    allocating
        .with(TOP + "shop.Shop.list:50 java.util.Arrays.copyOf", 500, 0)
        .with(TOP + "shop.Shop.list:51 java.util.Arrays.copyOf", 0, 500)
        .with(TOP + "shop.Shop.list:60 java.util.Arrays.copyOf", 0, 300);

    Cause cause = found(SOURCES);

    assertThat(cause.line()).isNull();
    assertThat(cause.changed()).isTrue();
  }

  @Test
  void find_linesOfAnotherVersionShifted_leavesTheLineOut() {
    Upgrade upgrade =
        new Upgrade(
            List.of("org.apache."),
            new Cause.Versions("11.0.22", "11.0.25"),
            Set.of("org.apache.Output"));
    Suspects tomcat = new Suspects(false, List.of(), List.of(upgrade), SourceFiles.NONE, Map.of());
    allocating
        .with(TOP + "org.apache.Output.header:41", 500, 0)
        .with(TOP + "org.apache.Output.header:43", 0, 800);

    assertThat(found(tomcat).line()).isNull();
  }

  private Cause found(Suspects suspects) {
    CauseFindings found =
        new CauseFinder(allocating.launches(), Launches.unjudged(), suspects, 1).find();
    assertThat(found.causes()).as("%s", found).hasSize(1);
    return found.causes().getFirst();
  }
}
