package loomwatch.results.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.results.JsonFormat;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.files.LockedFolder;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.RecordException.NotWrittenException;

/**
 * The records of a history ({@link HistoryStore#records}): an append-only folder.
 *
 * <p>A record is in {@code YYYY-MM/ID.json}, by the month of {@link MeasurementRecord#createdAt()}
 * in UTC, so that folders stay small. {@link #prune} packs it to {@code ID.json.gz}, or removes it:
 * {@code pruned.json} names the instant from which on all must exist. Names that begin with a dot
 * are no records: {@code .lock}, which admits one writer at a time (threads and processes alike),
 * and temporary files, which the next append removes. Any other file is an error, and so is an
 * unreadable record.
 *
 * <p>Thread-safe. Readers need no lock, because files appear whole.
 */
public final class RecordStore {
  private static final String ENDING = ".json";
  private static final String PRUNED = "pruned.json";

  private record Pruned(int schema, Instant wholeFrom) {
    private static final JsonFormat<Pruned> FORMAT =
        JsonFormat.withoutNulls(Pruned.class, PRUNED, 1, "restore the file from version control");
  }

  private final Path root;
  private final AtomicFile.Opening opening;

  public RecordStore(Path root) {
    this(root, AtomicFile.Opening.NEW_FILE);
  }

  RecordStore(Path root, AtomicFile.Opening opening) {
    this.root = root;
    this.opening = opening;
  }

  /**
   * Stores a record. Storing it again changes nothing.
   *
   * @throws RecordException if another record has its id
   * @throws NotWrittenException if it cannot be written; earlier records are then intact
   */
  public Path append(StoredRecord record) {
    try {
      Files.createDirectories(root);
      return LockedFolder.whileLocked(root, () -> appendLocked(record));
    } catch (IOException e) {
      throw new NotWrittenException(
          "%s: record %s must be kept, was not: %s; earlier records are intact: %s"
              .formatted(root, record.record().id(), AtomicFile.reason(e), AtomicFile.REMEDY),
          e);
    }
  }

  private Path appendLocked(StoredRecord stored) throws IOException {
    removeLeftovers();
    Path file = place(stored.record());
    for (Path month : months()) {
      Path earlier = PackedFile.of(month.resolve(stored.record().id() + ENDING));
      if (Files.exists(earlier)) {
        requireSame(earlier, stored.text());
        return earlier;
      }
    }
    AtomicFile.write(file, stored.text(), opening);
    AtomicFile.force(root);
    return file;
  }

  /**
   * Returns the hashes of the stored texts by id, as an earlier version may have written a record
   * differently.
   *
   * @throws RecordException if the folder or a record in it cannot be read
   */
  public Map<String, String> hashes() {
    Map<String, String> byId = new TreeMap<>();
    try {
      for (Path month : months()) {
        for (Path file : entries(month)) {
          StoredRecord stored = StoredRecord.read(file);
          requirePlace(file, stored.record());
          if (byId.put(stored.record().id(), stored.sha256()) != null) {
            throw new RecordException(
                "%s: id must be unique, was also in another month; remove one".formatted(file));
          }
        }
      }
    } catch (IOException e) {
      throw new RecordException(
          "%s: records must be a readable folder, was not: %s; correct the path or its permissions"
              .formatted(root, AtomicFile.reason(e)),
          e);
    }
    return byId;
  }

  /**
   * Packs some records, and removes the others, after storing what may be missing.
   *
   * @param kept ids of those that stay
   * @param wholeFrom the instant from which on all stay
   * @return number of removed records
   * @throws RecordException if it cannot be read
   * @throws NotWrittenException if it cannot be written; then no other record is missing
   */
  public int prune(Set<String> kept, Instant wholeFrom) {
    try {
      return LockedFolder.whileLocked(root, () -> pruneLocked(kept, wholeFrom));
    } catch (IOException e) {
      throw new NotWrittenException(
          "%s: records must be writable, were not: %s; %s"
              .formatted(root, AtomicFile.reason(e), AtomicFile.REMEDY),
          e);
    }
  }

  private int pruneLocked(Set<String> kept, Instant wholeFrom) throws IOException {
    removeLeftovers();
    AtomicFile.write(root.resolve(PRUNED), Pruned.FORMAT.write(new Pruned(1, wholeFrom)));
    int removed = 0;
    for (Path month : months()) {
      for (Path file : entries(month)) {
        removed += pruned(file, kept) ? 1 : 0;
      }
    }
    return removed;
  }

  private static boolean pruned(Path file, Set<String> kept) throws IOException {
    String id = plain(file).replaceFirst("[.]json$", "");
    if (!kept.contains(id)) {
      Files.delete(file);
      return true;
    }
    if (file.toString().endsWith(ENDING)) {
      PackedFile.pack(file);
    }
    return false;
  }

  /**
   * Returns the instant from which on no record may be missing in a folder.
   *
   * @throws RecordException if it cannot be read
   */
  public static Instant wholeFrom(Path root) {
    Path file = root.resolve(PRUNED);
    if (!Files.exists(file)) {
      return Instant.MIN;
    }
    return Pruned.FORMAT.read(file).wholeFrom();
  }

  public static Path place(Path root, Instant createdAt, String id) {
    return PackedFile.of(root.resolve(KeptMonth.of(createdAt)).resolve(id + ENDING));
  }

  private Path place(MeasurementRecord record) {
    return root.resolve(KeptMonth.of(record.createdAt())).resolve(record.id() + ENDING);
  }

  private void requirePlace(Path file, MeasurementRecord record) {
    Path place = place(record);
    if (!file.resolveSibling(plain(file)).equals(place)) {
      throw new RecordException(
          "%s: record %s of %s must lie in %s; move it back"
              .formatted(file, record.id(), record.createdAt(), root.relativize(place)));
    }
  }

  private static void requireSame(Path earlier, String json) throws IOException {
    if (!PackedFile.text(earlier).equals(json)) {
      throw new RecordException(
          "%s: id must be new, was that of this other record, which is kept; measure again"
              .formatted(earlier));
    }
  }

  private List<Path> months() throws IOException {
    List<Path> months = visible(root).stream().filter(entry -> !entry.endsWith(PRUNED)).toList();
    for (Path month : months) {
      if (!String.valueOf(month.getFileName()).matches(KeptMonth.PATTERN)
          || !Files.isDirectory(month)) {
        throw new RecordException(
            "%s: entry of the records must be a folder such as 2026-11, was not; move it elsewhere"
                .formatted(month));
      }
    }
    return months;
  }

  private static List<Path> entries(Path month) throws IOException {
    List<Path> files = visible(month);
    for (Path file : files) {
      if (!plain(file).endsWith(ENDING) || !Files.isRegularFile(file)) {
        throw new RecordException(
            "%s: entry of the records must be a record ID.json, was not; move it elsewhere"
                .formatted(file));
      }
    }
    // A record whose packing was interrupted exists twice.
    return files.stream()
        .filter(file -> PackedFile.of(file.resolveSibling(plain(file))).equals(file))
        .toList();
  }

  private static String plain(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("[.]gz$", "");
  }

  private static List<Path> visible(Path folder) throws IOException {
    return list(folder).stream()
        .filter(entry -> !String.valueOf(entry.getFileName()).startsWith("."))
        .toList();
  }

  private void removeLeftovers() throws IOException {
    for (Path month : months()) {
      AtomicFile.sweep(month);
    }
  }

  static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted(Comparator.comparing(Path::toString)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
