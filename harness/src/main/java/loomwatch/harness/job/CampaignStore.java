package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.PackedFile;
import loomwatch.results.study.StudyRecord;

/**
 * What a campaign measured so far: a folder with a directory for each measurement, named by its id,
 * and its {@code record.json} in there, which may be packed. A record appears whole or not at all.
 * A measurement that was stopped before has left none, and counts for nothing, so whoever reads
 * what is there goes on where the campaign was stopped.
 */
public final class CampaignStore<R> {
  private static final String RECORD = "record.json";
  private static final String PACKED = RECORD + PackedFile.ENDING;

  private final Path folder;
  private final Function<Path, R> reader;

  private CampaignStore(Path folder, Function<Path, R> reader) {
    this.folder = folder;
    this.reader = reader;
  }

  /** A store of comparisons, as calibrate and bisect make them. */
  public static CampaignStore<MeasurementRecord> ofComparisons(Path folder) {
    return new CampaignStore<>(folder, file -> StoredRecord.read(file).record());
  }

  /** A store of what was measured of a study, each time that it was begun. */
  public static CampaignStore<StudyRecord> ofStudy(Path folder) {
    return new CampaignStore<>(folder, StudyRecord.FORMAT::read);
  }

  /** The folder; the first measurement creates it. */
  public Path folder() {
    return folder;
  }

  public Path directory(String id) {
    return folder.resolve(id);
  }

  /** Every record below the folder, by path; none when there is no such folder. */
  public List<R> records() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> records =
          files
              .filter(file -> file.endsWith(RECORD) || file.endsWith(PACKED))
              .map(file -> PackedFile.of(file.resolveSibling(RECORD)))
              .distinct()
              .sorted()
              .toList();
      return records.stream().map(reader).toList();
    }
  }

  /** The newest record by its id, if there is one. */
  public Optional<R> newest() throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> directories = Files.list(folder)) {
      return directories
          .map(directory -> directory.resolve(RECORD))
          .filter(Files::isRegularFile)
          .max(Comparator.naturalOrder())
          .map(reader);
    }
  }

  /** Keeps a record in place of what it was before. */
  public void write(String id, String json) {
    AtomicFile.write(directory(id).resolve(RECORD), json);
  }

  /** The same for good, packed. */
  public void pack(String id, String json) throws IOException {
    write(id, json);
    PackedFile.pack(directory(id).resolve(RECORD));
  }

  /** Removes what was packed. */
  public void remove(String id) throws IOException {
    Files.deleteIfExists(directory(id).resolve(PACKED));
    Files.deleteIfExists(directory(id));
  }
}
