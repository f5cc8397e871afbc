package loomwatch.results.history;

import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.files.LockedFolder;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.RecordException.NotWrittenException;

/**
 * A history in a folder: {@code YYYY-MM.jsonl}, one entry a line, its month being that of {@link
 * HistoryEntry#measuredAt()} in UTC; {@code head.json}, the count and the last hash; {@code
 * records/}, the whole records; {@code causes/}, why some comparisons found worse. {@link #prune}
 * packs all shards but the newest, as {@code YYYY-MM.jsonl.gz}, and removes whole records.
 *
 * <p>Lines and not a file for each entry: in git an appended line is a small delta, and two writers
 * at once are a conflict that a person sees, where two new files would merge in silence. An append
 * writes the whole record, then the shard, then the head, each whole or not at all. One that is
 * killed between shard and head leaves entries the head does not count yet; their hashes chain
 * them, so they are history, and the next append counts them.
 *
 * <p>Thread-safe; {@code .lock} lets one writer in at a time.
 */
public final class HistoryStore {
  static final String HEAD = "head.json";
  static final String RECORDS = "records";
  public static final String CAUSES = "causes";
  static final String ENDING = ".jsonl";

  private final Path root;

  public HistoryStore(Path root) {
    this.root = root;
  }

  /**
   * Whether there is a history, readable or not: anything in the folder is one but a lock, and what
   * a killed writer left.
   */
  public boolean exists() {
    try (var files = Files.list(root)) {
      return files.anyMatch(file -> !String.valueOf(file.getFileName()).startsWith("."));
    } catch (java.nio.file.NoSuchFileException none) {
      return false;
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /**
   * All of it, verified.
   *
   * @throws RecordException when there is none, or anything in it is missing, cut off, changed, or
   *     of a newer schema; the message names the file and the line
   */
  public History read() {
    HistoryReader.Lines lines = new HistoryReader(root).read();
    return new History(lines.entries(), lines.last());
  }

  public static Path recordFile(Path records, HistoryEntry entry) {
    return RecordStore.place(records, entry.measuredAt(), entry.id());
  }

  public RecordStore records() {
    return new RecordStore(root.resolve(RECORDS));
  }

  /**
   * Verifies the whole records too.
   *
   * @throws RecordException as {@link #read}, or when a record is missing or was changed
   */
  public int verify() {
    SortedMap<String, HistoryEntry> measured = new TreeMap<>();
    for (HistoryEntry entry : read().entries()) {
      if (entry.record() != null) {
        measured.put(entry.id(), entry);
      }
    }
    if (measured.isEmpty()) {
      return 0;
    }
    Instant wholeFrom = RecordStore.wholeFrom(root.resolve(RECORDS));
    Map<String, String> hashes = records().hashes();
    for (HistoryEntry entry : measured.values()) {
      String hash = hashes.get(entry.id());
      boolean pruned = hash == null && entry.measuredAt().isBefore(wholeFrom);
      if (!pruned && !Objects.equals(hash, entry.record())) {
        throw new RecordException(
            "%s: record %s must be there as it was measured, was %s; %s"
                .formatted(
                    root.resolve(RECORDS),
                    entry.id(),
                    hash == null ? "missing" : "changed",
                    HistoryReader.RESTORE));
      }
    }
    return (int) measured.keySet().stream().filter(hashes::containsKey).count();
  }

  /**
   * Packs all shards but the newest, and of the whole records keeps those of the newest entries and
   * some others. Nothing of an entry itself is ever removed.
   *
   * @param newest how many records of the newest entries stay; at least 1
   * @param others ids of entries whose records stay as well
   * @return how many records were removed
   * @throws RecordException when history cannot be read
   * @throws NotWrittenException when it cannot be written; what was there is readable
   */
  public int prune(int newest, Set<String> others) {
    return locked(() -> {
      HistoryReader.Lines all = new HistoryReader(root).read();
      if (all.shards().isEmpty()) {
        return 0;
      }
      for (String month : all.shards().headMap(all.shards().lastKey()).keySet()) {
        Path shard = root.resolve(month + ENDING);
        if (Files.exists(shard)) {
          PackedFile.pack(shard);
        }
      }
      List<HistoryEntry> measured =
          all.entries().stream().filter(entry -> entry.record() != null).toList();
      if (measured.isEmpty() || !Files.isDirectory(root.resolve(RECORDS))) {
        return 0;
      }
      Set<String> kept = new HashSet<>(others);
      measured.reversed().stream().limit(newest).forEach(entry -> kept.add(entry.id()));
      Instant before = RecordStore.wholeFrom(root.resolve(RECORDS));
      Instant from =
          measured.stream() // In the order added, which need not be that of clocks.
              .filter(entry -> !kept.contains(entry.id()))
              .map(entry -> entry.measuredAt().plusNanos(1))
              .max(naturalOrder())
              .filter(before::isBefore)
              .orElse(before);
      return records().prune(kept, from);
    });
  }

  /**
   * Checks that nothing of an earlier state is gone.
   *
   * @throws RecordException as {@link #read}, or when history does not go on from there
   */
  public void requireExtends(Path earlier) {
    new HistoryReader(root).requireExtends(earlier);
  }

  /**
   * Adds a run with its whole record. The same again changes nothing.
   *
   * @throws RecordException when history cannot be read, or another entry has its id, or it could
   *     not be read again
   * @throws NotWrittenException when it cannot be written; what was there is intact
   */
  public boolean add(HistoryEntry entry, StoredRecord record) {
    if (!record.sha256().equals(entry.record())) {
      throw new IllegalArgumentException(
          "record must be that of the entry, %s, was %s"
              .formatted(entry.record(), record.sha256()));
    }
    return locked(() -> append(List.of(entry), () -> records().append(record)) == 1);
  }

  /**
   * Adds entries without records, such as imported ones, in that order. Those already there are
   * left out.
   *
   * @throws RecordException when history cannot be read, or another entry has the id of one, or one
   *     could not be read again
   * @throws NotWrittenException when they cannot be written; what was there is intact
   */
  public int addAll(List<HistoryEntry> entries) {
    return locked(() -> append(entries, () -> {}));
  }

  private <T> T locked(LockedFolder.Work<T> work) {
    try {
      Files.createDirectories(root);
      return LockedFolder.whileLocked(root, work);
    } catch (IOException e) {
      throw new NotWrittenException(
          "%s: history must be writable, was not: %s; what was there is intact: %s"
              .formatted(root, AtomicFile.reason(e), AtomicFile.REMEDY),
          e);
    }
  }

  /**
   * What is there, read first so that nothing is added to what is broken. A first append begins
   * with the head of nothing: whatever else lies in a folder without a head is an error.
   */
  private HistoryReader.Lines before() throws IOException {
    if (!exists()) {
      new HistoryReader.Head(
              HistoryReader.Head.SCHEMA,
              0,
              HistoryReader.Line.GENESIS,
              Collections.emptySortedMap())
          .write(root);
    }
    AtomicFile.sweep(root);
    return new HistoryReader(root).read();
  }

  private int append(List<HistoryEntry> entries, Runnable first) throws IOException {
    HistoryReader.Lines before = before();
    List<HistoryEntry> fresh = fresh(before.entries(), entries);
    SortedMap<String, List<HistoryReader.Line>> byMonth = new TreeMap<>();
    String previous = before.last();
    int number = before.hashes().size();
    SortedMap<String, Integer> shards = new TreeMap<>(before.shards());
    for (HistoryEntry entry : fresh) {
      HistoryReader.Line line = HistoryReader.Line.of(++number, previous, entry);
      previous = line.sha256();
      String month = KeptMonth.of(entry.measuredAt());
      byMonth.computeIfAbsent(month, m -> new ArrayList<>()).add(line);
      shards.merge(month, 1, Integer::sum);
    }
    first.run();
    for (Map.Entry<String, List<HistoryReader.Line>> month : byMonth.entrySet()) {
      extend(root.resolve(month.getKey() + ENDING), month.getValue());
    }
    // It counts what was read, so that it also counts what a killed append left.
    new HistoryReader.Head(HistoryReader.Head.SCHEMA, number, previous, shards).write(root);
    return fresh.size();
  }

  private List<HistoryEntry> fresh(List<HistoryEntry> before, List<HistoryEntry> entries) {
    Map<String, HistoryEntry> known = new HashMap<>();
    before.forEach(entry -> known.put(entry.id(), entry));
    List<HistoryEntry> fresh = new ArrayList<>();
    for (HistoryEntry entry : entries) {
      HistoryEntry earlier = known.putIfAbsent(entry.id(), entry);
      if (earlier == null) {
        fresh.add(entry);
      } else if (!earlier.equals(entry)) {
        throw new RecordException(
            "%s: id must be new, was that of another entry, %s, which is kept"
                .formatted(root, entry.id()));
      }
    }
    return fresh;
  }

  private static void extend(Path shard, List<HistoryReader.Line> lines) throws IOException {
    Path there = PackedFile.of(shard);
    StringBuilder text = new StringBuilder(Files.exists(there) ? PackedFile.text(there) : "");
    lines.forEach(line -> text.append(line).append('\n'));
    AtomicFile.write(shard, text.toString());
    if (!there.equals(shard)) {
      Files.delete(there); // the plain one comes first from now on
    }
  }
}
