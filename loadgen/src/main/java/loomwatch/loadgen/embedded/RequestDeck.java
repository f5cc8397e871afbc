package loomwatch.loadgen.embedded;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;

/**
 * Which of a mix's requests is sent next, and with which row of its values.
 *
 * <p>Requests come in rounds, as a pack of cards is dealt: each round has every request as often as
 * its weight says, weights reduced to the smallest that have the same shares, in an order drawn
 * again. So no round is richer in one request than another, and none falls into step with
 * connections or with what the server does now and then. Rows are dealt in the same way. Equal
 * seeds make equal orders, which is how both variants of a comparison get the same.
 */
final class RequestDeck {
  private final Random random;
  private final Pack requests;
  private final Pack rows;

  RequestDeck(Mix mix, long seed) {
    this.random = new Random(seed);
    this.requests = new Pack(cards(mix));
    this.rows = new Pack(IntStream.range(0, mix.values() == null ? 1 : mix.values().rows().size()));
  }

  private static IntStream cards(Mix mix) {
    int[] weights = mix.requests().stream().mapToInt(MixedRequest::weight).toArray();
    int divisor = Arrays.stream(weights).reduce(0, RequestDeck::greatestCommonDivisor);
    return IntStream.range(0, weights.length)
        .flatMap(request -> IntStream.generate(() -> request).limit(weights[request] / divisor));
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  int nextRequest() {
    return requests.next();
  }

  /** The index of the next row; 0 where there are no values. */
  int nextRow() {
    return rows.next();
  }

  private final class Pack {
    private final int[] cards;
    private int dealt;

    /** Shuffled before the first request is due: thousands of rows take the event loop a while. */
    Pack(IntStream cards) {
      this.cards = cards.toArray();
      shuffle();
    }

    int next() {
      if (cards.length == 1) {
        return cards[0];
      }
      if (dealt == cards.length) {
        shuffle();
        dealt = 0;
      }
      return cards[dealt++];
    }

    /** Fisher and Yates's. */
    private void shuffle() {
      for (int last = cards.length - 1; last > 0; last--) {
        int other = random.nextInt(last + 1);
        int card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
      }
    }
  }
}
