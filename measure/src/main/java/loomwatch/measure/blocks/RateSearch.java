package loomwatch.measure.blocks;

import java.util.Optional;

/** Finds out how much one server bears, by one rate after another. Not thread-safe. */
sealed interface RateSearch permits Overload, Staircase {
  /** How a rate ended. */
  enum Held {
    KEPT,
    LOST,
    /** The generator could not make it: what the server bears may lie below it or above. */
    BEYOND_GENERATOR
  }

  /**
   * What a rate showed.
   *
   * @param served requests answered a second where it was too much; else 0
   */
  record Answer(Held held, double served) {
    /** Whether nothing was answered at all. */
    boolean isSilence() {
      return held == Held.LOST && served == 0;
    }
  }

  /** Then a search ends: each silence takes seconds, and a server that keeps it is stuck. */
  int MOST_SILENT = 6;

  /**
   * What was found out.
   *
   * @param rate requests per second
   * @param atLeast whether it may bear more than the generator can make
   */
  record Found(double rate, boolean atLeast) {}

  /** Requests per second to be held next. */
  double rate();

  /** What holding its rate showed. */
  void answer(Answer answer);

  /** Whether nothing more is to be held. */
  boolean ended();

  /** Whether it ended because nothing is answered any more. */
  boolean isStuck();

  /** What it bears; empty where that could not be found out. */
  Optional<Found> found();
}
