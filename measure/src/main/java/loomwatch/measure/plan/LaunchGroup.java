package loomwatch.measure.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.Scenario;

/**
 * Launches that are measured together, with alternating load.
 *
 * @param number from 1, per scenario
 * @param scenarios that the launches serve one after another; at least one
 * @param places of the launches, in the order started and first measured
 */
public record LaunchGroup(int number, List<Scenario> scenarios, List<Place> places) {

  public LaunchGroup {
    scenarios = List.copyOf(scenarios);
    places = List.copyOf(places);
  }

  public LaunchGroup(int number, Scenario scenario, List<Place> places) {
    this(number, List.of(scenario), places);
  }

  public String shown(Scenario scenario) {
    List<String> variants = places.stream().map(Place::variant).distinct().toList();
    boolean own = variants.size() == 1 && !variants.getFirst().equals(Side.HEAD.label());
    return scenario.name() + (own ? " of " + variants.getFirst() : "") + " round " + number;
  }

  /** Returns the first place of each variant. */
  public List<Place> firstOfEachVariant() {
    Map<String, Place> firsts = new LinkedHashMap<>();
    places.forEach(place -> firsts.putIfAbsent(place.variant(), place));
    return List.copyOf(firsts.values());
  }

  LaunchGroup reversed(int other) {
    return new LaunchGroup(other, scenarios.reversed(), places.reversed());
  }

  /**
   * Returns which launch each window loads: the cycles follow a Williams design (E. J. Williams
   * 1949, "Experimental designs balanced for the estimation of residual effects of treatments").
   * After as many cycles as launches, or twice as many if their number is odd, each launch was
   * equally often at each place and after each other launch. So neither the host's drift nor cache
   * contents left by the previous window favour one of them.
   *
   * @return indices of launches, {@code launches × windowsPerLaunch} of them
   */
  public static List<Integer> windowOrder(int launches, int windowsPerLaunch) {
    List<Integer> order = new ArrayList<>();
    for (int cycle = 0; cycle < windowsPerLaunch; cycle++) {
      List<Integer> places = new ArrayList<>();
      for (int place = 0; place < launches; place++) {
        places.add((zigzag(place, launches) + cycle) % launches);
      }
      boolean mirrored = launches % 2 == 1 && cycle / launches % 2 == 1;
      order.addAll(mirrored ? places.reversed() : places);
    }
    return order;
  }

  /** Returns 0, last, 1, last but one, 2…: adjacent values differ by every distance once. */
  private static int zigzag(int place, int launches) {
    return place % 2 == 0 ? place / 2 : launches - (place + 1) / 2;
  }

  /**
   * A launch's place in a group.
   *
   * @param variant {@code head}; {@code base} in a comparison; or a variant of a study
   */
  public record Place(String variant, Mode mode) {

    public boolean isBaseOf(Place other) {
      return variant.equals(Side.BASE.label()) && mode == other.mode;
    }

    /** Returns a random order with a mode's variants adjacent, so that they are close in time. */
    static List<Place> shuffled(List<Mode> modes, List<String> variants, RandomGenerator random) {
      List<Mode> modeOrder = shuffled(modes, random);
      List<Place> places = new ArrayList<>();
      for (Mode mode : modeOrder) {
        for (String variant : shuffled(variants, random)) {
          places.add(new Place(variant, mode));
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
}
