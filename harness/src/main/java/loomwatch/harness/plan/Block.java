package loomwatch.harness.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import loomwatch.results.Scenario;

/**
 * Launches that are measured together, the load alternating between them.
 *
 * @param number from 1, per scenario
 * @param scenario what they all are loaded with
 * @param places of the launches, in the order started and first measured
 */
public record Block(int number, Scenario scenario, List<Place> places) {

  public Block {
    places = List.copyOf(places);
  }

  /**
   * Which launch each slice loads: there and back again (ABBA), so that a drift of the host that is
   * linear over four slices cancels.
   *
   * @param launches how many share the block
   * @param slicesPerLaunch stretches of load on each
   * @return indices of launches, {@code launches × slicesPerLaunch} of them
   */
  public static List<Integer> sliceOrder(int launches, int slicesPerLaunch) {
    List<Integer> order = new ArrayList<>();
    for (int round = 0; round < slicesPerLaunch; round++) {
      List<Integer> there = new ArrayList<>();
      for (int launch = 0; launch < launches; launch++) {
        there.add(launch);
      }
      if (round % 2 == 1) {
        Collections.reverse(there);
      }
      order.addAll(there);
    }
    return order;
  }
}
