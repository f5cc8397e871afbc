package loomwatch.loadgen.embedded;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;

/**
 * Chooses the next request of a mix and the row of its values.
 *
 * <p>Requests come in rounds, like cards from a shuffled deck: each round has every request as
 * often as its weight, after division by the greatest common divisor, in a new random order. So
 * every round has the same composition, and no pattern synchronises with connections or periodic
 * work of the server. Rows are chosen the same way. Equal seeds give equal orders, so both variants
 * of a comparison get the same order.
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

  /** Returns the index of the next row; 0 without values. */
  int nextRow() {
    return rows.next();
  }

  private final class Pack {
    private final int[] cards;
    private int dealt;

    /** Shuffles before the first request is due, because thousands of rows take a while. */
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

    /** Shuffles by Fisher–Yates. */
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
