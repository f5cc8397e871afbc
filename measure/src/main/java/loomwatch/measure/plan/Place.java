package loomwatch.measure.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;

/**
 * A launch's place in a block.
 *
 * @param arm {@code head}; in a comparison {@code base}; or one between the two
 * @param mode how its threads serve requests
 */
public record Place(String arm, Mode mode) {

  /** Whether it is what the other is compared with. */
  public boolean isBaseOf(Place other) {
    return arm.equals(Arm.BASE.label()) && mode == other.mode;
  }

  /**
   * A random order that keeps the arms of a mode side by side, so that the slices that are compared
   * are neighbours in time.
   */
  static List<Place> shuffled(List<Mode> modes, List<String> arms, RandomGenerator random) {
    List<Mode> modeOrder = shuffled(modes, random);
    List<Place> places = new ArrayList<>();
    for (Mode mode : modeOrder) {
      for (String arm : shuffled(arms, random)) {
        places.add(new Place(arm, mode));
      }
    }
    return places;
  }

  static <T> List<T> shuffled(List<T> list, RandomGenerator random) {
    List<T> copy = new ArrayList<>(list);
    Collections.shuffle(copy, random);
    return copy;
  }
}
