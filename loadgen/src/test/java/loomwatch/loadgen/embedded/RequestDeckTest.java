package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import org.junit.jupiter.api.Test;

class RequestDeckTest {
  private static final Mix MIX =
      new Mix(
          List.of(request(60), request(30), request(10)),
          new Values(List.of("n"), Stream.of("a", "b", "c", "d").map(List::of).toList()));

  @Test
  void nextRequest_everyRound_hasEachAsOftenAsItsReducedWeight() {
    for (long seed = 0; seed < 200; seed++) {
      RequestDeck turns = new RequestDeck(MIX, seed);
      for (int round = 0; round < 5; round++) {
        List<Integer> dealt = IntStream.range(0, 10).mapToObj(i -> turns.nextRequest()).toList();

        assertThat(dealt.stream().collect(Collectors.groupingBy(n -> n, Collectors.counting())))
            .as("seed %d, round %d", seed, round)
            .containsEntry(0, 6L)
            .containsEntry(1, 3L)
            .containsEntry(2, 1L);
      }
    }
  }

  @Test
  void next_sameSeed_isTheSameOrderAndNoRoundLikeAnother() {
    List<Integer> order = order(7);

    assertThat(order).isEqualTo(order(7)).isNotEqualTo(order(8));
    assertThat(order.subList(0, 10)).isNotEqualTo(order.subList(10, 20));
  }

  @Test
  void nextRow_untilAllWereDealt_isNoneTwice() {
    RequestDeck turns = new RequestDeck(MIX, 3);
    for (int round = 0; round < 10; round++) {
      assertThat(IntStream.range(0, 4).map(i -> turns.nextRow()))
          .containsExactlyInAnyOrder(0, 1, 2, 3);
    }
  }

  @Test
  void next_oneRequestWithoutValues_isAlwaysThatOne() {
    RequestDeck turns = new RequestDeck(Mix.of("/", null), 5);
    assertThat(IntStream.range(0, 5).map(i -> turns.nextRequest() + turns.nextRow()))
        .containsOnly(0);
  }

  private static List<Integer> order(long seed) {
    RequestDeck turns = new RequestDeck(MIX, seed);
    return IntStream.range(0, 100).mapToObj(i -> turns.nextRequest()).toList();
  }

  private static MixedRequest request(int weight) {
    return new MixedRequest("/" + weight, null, weight);
  }
}
