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
 * A history in a folder: {@code YYYY-MM.jsonl}, one entry per line, by the month of {@link
 * HistoryEntry#measuredAt()} in UTC; {@code head.json}, the count and the last hash; {@code
 * records/}, the whole records; {@code causes/}, the causes of regressions in some comparisons;
 * {@code accepted.yaml}, which is no part of the chain, what was accepted on pull requests. {@link
 * #prune} packs all shards but the newest, as {@code YYYY-MM.jsonl.gz}, and removes whole records.
 *
 * <p>In git an appended line is a small delta, and two concurrent writers cause a visible conflict,
 * whereas one file per entry would merge silently. An append writes the record, then the shard,
 * then the head, each atomically. If it is killed between shard and head, the head does not count
 * the new entries yet; they are part of the hash chain, and the next append counts them.
 *
 * <p>Thread-safe; {@code .lock} admits one writer at a time.
 */
public record HistoryStore(Path root) {
  static final String HEAD = "head.json";
  static final String RECORDS = "records";
  public static final String CAUSES = "causes";
  public static final String ACCEPTED = "accepted.yaml";
  static final String ENDING = ".jsonl";

  /** Reports whether the folder has any file but a lock and temporary files. */
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
   * Reads and verifies all entries.
   *
   * @throws RecordException if there is no history, or a part is missing, cut off, changed, or of a
   *     newer schema; the message names the file and the line
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
   * Verifies the whole records too, and returns their number.
   *
   * @throws RecordException as {@link #read}, or if a record is missing or was changed
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
   * Packs all shards but the newest, and removes whole records, except those of the newest entries
   * and some others. Entries themselves are never removed.
   *
   * @param newest number of newest entries whose records stay; at least 1
   * @param others ids of entries whose records stay as well
   * @return number of removed records
   * @throws RecordException if the history cannot be read
   * @throws NotWrittenException if it cannot be written; the old content is readable
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
          measured.stream() // these are in the order added, which may differ from that of clocks
              .filter(entry -> !kept.contains(entry.id()))
              .map(entry -> entry.measuredAt().plusNanos(1))
              .max(naturalOrder())
              .filter(before::isBefore)
              .orElse(before);
      return records().prune(kept, from);
    });
  }

  /**
   * Checks that this history continues an earlier state.
   *
   * @throws RecordException as {@link #read}, or if it does not
   */
  public void requireExtends(Path earlier) {
    new HistoryReader(root).requireExtends(earlier);
  }

  /**
   * Adds a run with its record. Adding it again changes nothing.
   *
   * @throws RecordException if the history cannot be read, another entry has its id, or it could
   *     not be read again
   * @throws NotWrittenException if it cannot be written; the old content is intact
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
   * Adds entries without records, such as imported ones, in that order, unless they exist.
   *
   * @throws RecordException as {@link #add}
   * @throws NotWrittenException if they cannot be written; the old content is intact
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

  /** Reads the history first, so that nothing is added to a broken one. */
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
    // The count is that of entries read, so it includes those of a killed append.
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
      Files.delete(there); // the plain one is used from now on
    }
  }
}
