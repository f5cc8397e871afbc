package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Profile;

/**
 * Loads the launches of a block in short slices, a turn at a time. Where the host wanders so much
 * that what they differ by is not known well enough, there are more turns: another block costs as
 * many of them in warm-up alone.
 */
final class SliceTurns {
  private final Equipment equipment;
  private final Profile profile;
  private final Progress progress;
  private final Block block;

  SliceTurns(Equipment equipment, Profile profile, Progress progress, Block block) {
    this.equipment = equipment;
    this.profile = profile;
    this.progress = progress;
    this.block = block;
  }

  /** Adds slices to each, as many to one as to another unless it fails. */
  void run(List<RunningLaunch> launches) throws IOException, InterruptedException {
    Instant start = Instant.now();
    Slicing slicing = equipment.slicing(profile, block.scenario());
    int fewest = slicing.count();
    int most = equipment.mostSlices(slicing, block.scenario());
    Duration planned = slicing.length().multipliedBy((long) fewest * launches.size());
    Instant latest = start.plus(equipment.longest(planned));
    equipment.host().begin();
    equipment.host().grant(equipment.patience(planned));
    List<Integer> order = Block.sliceOrder(launches.size(), most);
    int position = 0;
    for (int turn = 0; turn < most; turn++) {
      int more = turn - fewest;
      // Only whole rounds of turns have each launch as often first as last.
      if (more >= 0
          && more % launches.size() == 0
          && (isEnough(launches) || Instant.now().isAfter(latest))) {
        return;
      }
      if (more >= 0) {
        // A turn beside a neighbour says little: those added are waited for like those planned.
        equipment.host().grant(equipment.patience(slicing.length().multipliedBy(launches.size())));
      }
      int slices = launches.size() * (more < 0 ? fewest : most);
      for (int place = 0; place < launches.size(); place++) {
        progress.doing("measuring, slice %d of %d", position + 1, slices);
        RunningLaunch launch = launches.get(order.get(position));
        measure(launch, slicing, new Loading.SlicePlace(position, turn, start, 0));
        position++;
      }
    }
  }

  private boolean isEnough(List<RunningLaunch> launches) {
    return TurnNoise.isEnough(
        launches.stream()
            .filter(launch -> !launch.failed())
            .filter(launch -> !block.scenario().saturated().contains(launch.place().mode()))
            .toList(),
        launches.size());
  }

  private void measure(RunningLaunch launch, Slicing slicing, Loading.SlicePlace place)
      throws IOException, InterruptedException {
    launch.attempt(
        Stopwatch.Phase.MEASURE,
        target ->
            launch.add(
                Loading.measure(target, block.scenario(), slicing.length(), equipment, place)));
  }
}
