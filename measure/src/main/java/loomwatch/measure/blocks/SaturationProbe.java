package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Saturation;
import loomwatch.results.Scenario;

/** Finds out how much a server bears: one block of it, with all that a comparison's blocks have. */
public final class SaturationProbe {
  private final BlockRunner blocks;

  /**
   * A probe.
   *
   * @param profile says how servers are warmed
   */
  public SaturationProbe(Equipment equipment, Profile profile, Progress progress) {
    this.blocks = new BlockRunner(equipment.searchingCapacity(), profile, progress);
  }

  /** Of each of its launches; one that fails bears nothing, and the reason is told. */
  public List<Saturation.ServerCapacity> of(Block block) throws IOException, InterruptedException {
    return blocks.run(block).stream()
        .map(launch -> found(block.scenario(), launch))
        .sorted(Comparator.comparing(Saturation.ServerCapacity::mode))
        .toList();
  }

  private static Saturation.ServerCapacity found(Scenario scenario, Launch launch) {
    Optional<Sample> borne =
        launch.samples().stream().filter(one -> one.metric() == Metric.CAPACITY).findFirst();
    boolean more = borne.filter(sample -> !sample.doubts().isEmpty()).isPresent();
    return new Saturation.ServerCapacity(
        scenario.name(),
        launch.mode(),
        scenario.connections(),
        scenario.requestsPerSecond(),
        borne.map(Sample::value).orElse(null),
        borne.isEmpty() ? null : more ? Saturation.Limit.GENERATOR : Saturation.Limit.SERVER,
        borne.isPresent() ? null : why(launch));
  }

  private static String why(Launch launch) {
    return launch.valid()
        ? "no rate told it"
        : launch.invalid().stream().map(Invalid::toString).collect(Collectors.joining("; "));
  }
}
