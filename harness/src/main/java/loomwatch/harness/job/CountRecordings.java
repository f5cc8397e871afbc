package loomwatch.harness.job;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.cause.CountCauses.LaunchCounts;
import loomwatch.measure.rounds.CountingPass;
import loomwatch.measure.rounds.CountingPass.Done;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/** Finds what the launches of a comparison did for requests, with stacks, in its raw data. */
final class CountRecordings {
  private CountRecordings() {}

  /** Returns one launch of each scenario, mode and variant whose counts were kept. */
  static List<LaunchCounts> of(Path raw, MeasurementRecord record) throws IOException {
    List<LaunchCounts> all = new ArrayList<>();
    for (Scenario scenario : record.scenarios()) {
      for (Mode mode : Mode.values()) {
        for (Side variant : List.of(Side.BASE, Side.HEAD)) {
          for (Launch launch : record.launches()) {
            if (launch.scenario().equals(scenario.name())
                && launch.mode() == mode
                && launch.isOf(variant)) {
              List<LaunchCounts> counts = of(raw, launch, variant);
              if (!counts.isEmpty()) {
                all.addAll(counts);
                break;
              }
            }
          }
        }
      }
    }
    return all;
  }

  /** Returns what each request did; one without counts where none did anything. */
  private static List<LaunchCounts> of(Path raw, Launch launch, Side variant) throws IOException {
    List<Count> counts = launch.counts();
    if (counts == null) {
      return List.of();
    }
    String folder =
        String.format(
            Locale.ROOT, "*-%d-%s-%s", launch.round(), launch.variant(), launch.mode().label());
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(raw, folder)) {
      for (Path each : folders) {
        Optional<List<Done>> done = CountingPass.done(each, launch.scenario());
        if (done.isPresent()) {
          return counts.isEmpty()
              ? List.of(counts(launch, variant, null, 1, List.of()))
              : oneOfEachRequest(counts).stream()
                  .map(one -> counts(launch, variant, one.request(), one.requests(), done.get()))
                  .toList();
        }
      }
    }
    return List.of();
  }

  private static Collection<Count> oneOfEachRequest(List<Count> counts) {
    Map<Optional<String>, Count> first = new LinkedHashMap<>();
    counts.forEach(count -> first.putIfAbsent(Optional.ofNullable(count.request()), count));
    return first.values();
  }

  private static LaunchCounts counts(
      Launch launch, Side variant, @Nullable String request, long requests, List<Done> done) {
    return new LaunchCounts(
        launch.scenario(),
        request,
        variant,
        launch.mode(),
        requests,
        done.stream()
            .filter(each -> Objects.equals(each.what().request(), request))
            .collect(
                groupingBy(
                    each -> each.what().metric(),
                    groupingBy(
                        each -> each.what().what(),
                        groupingBy(each -> each.what().stack(), summingLong(Done::times))))));
  }
}
