package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;

/**
 * The finished rounds of a measurement that was stopped: {@code unfinished.json} in its directory.
 * The next measurement of the same continues after them.
 */
record UnfinishedRun(Path file, MeasurementRecord record) {
  private static final String NAME = "unfinished.json";

  /** Rounds are compared within themselves, but a later day may have another machine state. */
  private static final Duration OLDEST = Duration.ofDays(1);

  /**
   * Finds the newest one that a fresh measurement continues.
   *
   * @param folder of the directories of runs
   * @param fresh the record of the measurement, without launches
   * @param benchmarks scenarios of those that it measures
   */
  static Optional<UnfinishedRun> in(Path folder, MeasurementRecord fresh, Set<String> benchmarks)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> directories = Files.list(folder)) {
      return directories
          .filter(directory -> !Files.isSymbolicLink(directory))
          .map(directory -> directory.resolve(NAME))
          .filter(Files::isRegularFile)
          .sorted(Comparator.reverseOrder())
          .flatMap(file -> read(file).stream())
          .filter(run -> run.isOf(fresh) && run.benchmarks().equals(benchmarks))
          .findFirst();
    }
  }

  private static Optional<UnfinishedRun> read(Path file) {
    try {
      return Optional.of(new UnfinishedRun(file, StoredRecord.read(file).record()));
    } catch (RecordException ofAnotherVersion) {
      return Optional.empty();
    }
  }

  /** Returns whether all that was measured is the same. Changes in a working tree are unknown. */
  private boolean isOf(MeasurementRecord fresh) {
    return record.createdAt().isAfter(fresh.createdAt().minus(OLDEST))
        && fresh.variants().values().stream().noneMatch(Variant::dirty)
        && record.variants().equals(fresh.variants())
        && record.profile().equals(fresh.profile())
        && record.generator().equals(fresh.generator())
        && record.host().equals(fresh.host())
        && record.scenarios().equals(fresh.scenarios())
        && Objects.equals(record.comparison(), fresh.comparison())
        && rounds() > 0;
  }

  /** Returns the scenarios of its benchmarks, each of which has a launch in every round. */
  private Set<String> benchmarks() {
    Set<String> measured =
        launches().stream().map(Launch::scenario).collect(Collectors.toCollection(HashSet::new));
    record.scenarios().forEach(scenario -> measured.remove(scenario.name()));
    return measured;
  }

  /** Returns the number of finished rounds. */
  int rounds() {
    return record.launches().stream().mapToInt(Launch::round).max().orElse(0);
  }

  List<Launch> launches() {
    return record.launches();
  }

  /** Writes the rounds finished so far. */
  static void write(Path directory, MeasurementRecord record) {
    AtomicFile.write(directory.resolve(NAME), StoredRecord.of(record).text());
  }

  static boolean isIn(Path directory) {
    return Files.isRegularFile(directory.resolve(NAME));
  }

  /** Removes the file, once a record has its rounds. */
  static void remove(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(NAME));
  }
}
