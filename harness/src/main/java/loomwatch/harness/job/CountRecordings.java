package loomwatch.harness.job;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.judge.cause.CountCauses.LaunchCounts;
import loomwatch.measure.observe.CountReader;
import loomwatch.measure.observe.CountReader.Observed;
import loomwatch.measure.rounds.CountingPass;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;

/** Finds what the launches of a comparison did for requests, with stacks, in its raw data. */
final class CountRecordings {
  private CountRecordings() {}

  /** Returns one launch of each scenario, mode and variant whose recording is there. */
  static List<LaunchCounts> of(Path raw, MeasurementRecord record) throws IOException {
    List<LaunchCounts> all = new ArrayList<>();
    for (Scenario scenario : record.scenarios()) {
      for (Mode mode : Mode.values()) {
        for (Side variant : List.of(Side.BASE, Side.HEAD)) {
          for (Launch launch : record.launches()) {
            if (launch.scenario().equals(scenario.name())
                && launch.mode() == mode
                && launch.isOf(variant)) {
              Optional<LaunchCounts> counts = of(raw, launch, variant);
              if (counts.isPresent()) {
                all.add(counts.get());
                break;
              }
            }
          }
        }
      }
    }
    return all;
  }

  private static Optional<LaunchCounts> of(Path raw, Launch launch, Side variant)
      throws IOException {
    List<Count> counts = launch.counts();
    if (counts == null) {
      return Optional.empty();
    }
    String folder =
        String.format(
            Locale.ROOT, "*-%d-%s-%s", launch.round(), launch.variant(), launch.mode().label());
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(raw, folder)) {
      for (Path each : folders) {
        Path recording = each.resolve(CountingPass.recording(launch.scenario()));
        if (Files.exists(recording)) {
          return Optional.of(
              new LaunchCounts(
                  launch.scenario(),
                  variant,
                  launch.mode(),
                  counts.stream().mapToLong(Count::requests).findFirst().orElse(1),
                  CountReader.read(recording).stream()
                      .collect(
                          groupingBy(
                              Observed::metric,
                              groupingBy(
                                  Observed::what, groupingBy(Observed::stack, counting()))))));
        }
      }
    }
    return Optional.empty();
  }
}
