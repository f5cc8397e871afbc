package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks.FoldedStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack.Frame;
import org.junit.jupiter.api.Test;

class FoldedStacksTest {
  private static final Frame RUN = new Frame("java.lang.Thread", "run", 10);
  private static final Stack STACK = stack(new Frame("a.B", "c", 0));

  @Test
  void write_launches_hasTheMeanOfAThousandRequestsByName() {
    LaunchStacks first =
        launch(
            100,
            Resource.ALLOCATION,
            Map.of(
                stack(RUN, new Frame("shop.Shop", "price", 5)), 600.0,
                stack(RUN, new Frame("shop.Shop", "price", 6)), 200.0));
    LaunchStacks second = launch(100, Resource.ALLOCATION, Map.of(stack(RUN), 400.0));

    assertThat(FoldedStacks.write(List.of(first, second), Resource.ALLOCATION))
        .isEqualTo(
            """
            java.lang.Thread.run 2000
            java.lang.Thread.run;shop.Shop.price 4000
            """);
  }

  @Test
  void write_tailUnknownOfOne_isTheMeanOfTheOthers() {
    LaunchStacks known = withTail(10, Map.of(Resource.TAIL, Map.of(STACK, 0.5)));
    LaunchStacks unknown = withTail(0, Map.of());

    assertThat(FoldedStacks.write(List.of(known, unknown), Resource.TAIL))
        .isEqualTo(FoldedStacks.write(List.of(known), Resource.TAIL))
        .isEqualTo("a.B.c 50000000000\n");
  }

  @Test
  void write_time_isInNanoseconds() {
    LaunchStacks launch = launch(1_000, Resource.CPU, Map.of(STACK, 0.25));

    assertThat(FoldedStacks.write(List.of(launch), Resource.CPU)).isEqualTo("a.B.c 250000000\n");
    assertThat(FoldedStacks.write(List.of(launch), Resource.BLOCKING)).isEmpty();
  }

  @Test
  void write_nameWithSemicolonOrLineEnd_staysOneNameOnOneLine() {
    Stack odd = stack(new Frame("a;b\n c", "d", 0));

    LaunchStacks launch = launch(100, Resource.ALLOCATION, Map.of(odd, 100.0));
    assertThat(FoldedStacks.write(List.of(launch), Resource.ALLOCATION))
        .isEqualTo("a_b__c.d 1000\n");
  }

  private static Stack stack(Frame... frames) {
    return new Stack(List.of(frames));
  }

  private static LaunchStacks withTail(long slow, Map<Resource, Map<Stack, Double>> spent) {
    return new LaunchStacks("hello", 1, Side.HEAD, Mode.VIRTUAL, 1_000, slow, 0.5, spent, 10, "x");
  }

  private static LaunchStacks launch(long requests, Resource resource, Map<Stack, Double> spent) {
    Map<Resource, Map<Stack, Double>> all = Map.of(resource, spent);
    return new LaunchStacks("hello", 1, Side.HEAD, Mode.VIRTUAL, requests, 1, 0.5, all, 10, "x");
  }
}
