package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.FoldedStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack.Frame;
import org.junit.jupiter.api.Test;

class FoldedStacksTest {
  @Test
  void write_launches_hasTheMeanOfAThousandRequestsByName() {
    Frame run = new Frame("java.lang.Thread", "run", 10);
    LaunchStacks first =
        launch(
            Map.of(
                stack(run, new Frame("shop.Shop", "price", 5)), 600.0,
                stack(run, new Frame("shop.Shop", "price", 6)), 200.0));
    LaunchStacks second = launch(Map.of(stack(run), 400.0));

    assertThat(FoldedStacks.write(List.of(first, second), Resource.ALLOCATION))
        .isEqualTo(
            """
            java.lang.Thread.run 2000
            java.lang.Thread.run;shop.Shop.price 4000
            """);
  }

  @Test
  void write_tailUnknownOfOne_isTheMeanOfTheOthers() {
    Map<Stack, Double> spent = Map.of(stack(new Frame("a.B", "c", 0)), 0.5);
    LaunchStacks known = withTail(10, Map.of(Resource.TAIL, spent));
    LaunchStacks unknown = withTail(0, Map.of());

    assertThat(FoldedStacks.write(List.of(known, unknown), Resource.TAIL))
        .isEqualTo(FoldedStacks.write(List.of(known), Resource.TAIL))
        .isEqualTo("a.B.c 50000000000\n");
  }

  private static LaunchStacks withTail(long slow, Map<Resource, Map<Stack, Double>> spent) {
    return new LaunchStacks("hello", 1, Arm.HEAD, Mode.VIRTUAL, 1_000, slow, 0.5, spent, 10, "x");
  }

  @Test
  void write_time_isInNanoseconds() {
    LaunchStacks launch =
        new LaunchStacks(
            "hello",
            1,
            Arm.HEAD,
            Mode.VIRTUAL,
            1_000,
            10,
            0.5,
            Map.of(Resource.CPU, Map.of(stack(new Frame("a.B", "c", 0)), 0.25)),
            10,
            "x");

    assertThat(FoldedStacks.write(List.of(launch), Resource.CPU)).isEqualTo("a.B.c 250000000\n");
    assertThat(FoldedStacks.write(List.of(launch), Resource.BLOCKING)).isEmpty();
  }

  @Test
  void write_nameWithSemicolonOrLineEnd_staysOneNameOnOneLine() {
    LaunchStacks launch = launch(Map.of(stack(new Frame("a;b\n c", "d", 0)), 100.0));

    assertThat(FoldedStacks.write(List.of(launch), Resource.ALLOCATION))
        .isEqualTo("a_b__c.d 1000\n");
  }

  private static Stack stack(Frame... frames) {
    return new Stack(List.of(frames));
  }

  private static LaunchStacks launch(Map<Stack, Double> allocated) {
    return new LaunchStacks(
        "hello",
        1,
        Arm.HEAD,
        Mode.VIRTUAL,
        100,
        1,
        0.5,
        Map.of(Resource.ALLOCATION, allocated),
        10,
        "x");
  }
}
