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
 * The measurements of a campaign: a folder with a directory for each, named by its id, that has
 * {@code record.json}, which may be packed. A record is written whole or not at all. An interrupted
 * measurement leaves none, so a campaign continues with what is missing.
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

  /** Returns a store of comparisons, for calibrate and bisect. */
  public static CampaignStore<MeasurementRecord> ofComparisons(Path folder) {
    return new CampaignStore<>(folder, file -> StoredRecord.read(file).record());
  }

  /** Returns a store of a study's runs. */
  public static CampaignStore<StudyRecord> ofStudy(Path folder) {
    return new CampaignStore<>(folder, StudyRecord.FORMAT::read);
  }

  /** Returns the folder, which the first measurement creates. */
  public Path folder() {
    return folder;
  }

  public Path directory(String id) {
    return folder.resolve(id);
  }

  /** Returns every record below the folder, by path; none without a folder. */
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

  /** Returns the newest record by its id, if there is one; packed records are ignored. */
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

  /** Writes a record, replacing an earlier version. */
  public void write(String id, String json) {
    AtomicFile.write(directory(id).resolve(RECORD), json);
  }

  /** Writes a record permanently, packed. */
  public void pack(String id, String json) throws IOException {
    write(id, json);
    PackedFile.pack(directory(id).resolve(RECORD));
  }

  /** Removes a packed record. */
  public void remove(String id) throws IOException {
    Files.deleteIfExists(directory(id).resolve(PACKED));
    Files.deleteIfExists(directory(id));
  }
}
