package loomwatch.harness.notify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import loomwatch.results.JsonFormat;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code notices.json} next to a history: the open messages of each receiver. It is
 * written after each message, so a kill repeats one message at most.
 */
public final class Notices {
  private static final JsonFormat<Stored> FORMAT =
      JsonFormat.withoutNulls(
          Stored.class, "notices", 1, "remove it, and what is open is sent once more");

  private final Path file;
  private final Map<String, Map<String, Notice>> sent = new TreeMap<>();

  /**
   * Reads the file if it is there.
   *
   * @throws loomwatch.results.files.RecordException if it is damaged
   */
  public Notices(Path file) {
    this.file = file;
    if (Files.exists(file)) {
      FORMAT.read(file).sent().forEach((receiver, each) -> sent.put(receiver, new TreeMap<>(each)));
    }
  }

  /**
   * A message that a receiver has.
   *
   * @param id by which the receiver knows it; empty if it has none
   * @param digest of what it says
   */
  record Notice(String id, Instant at, String title, String digest) {}

  /** By receiver and by key of the issue. */
  private record Stored(int schema, Map<String, Map<String, Notice>> sent) {}

  @Nullable Notice of(String receiver, String key) {
    return sent.getOrDefault(receiver, Map.of()).get(key);
  }

  /** Returns the keys of all messages that are open. */
  Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    sent.values().forEach(each -> keys.addAll(each.keySet()));
    return keys;
  }

  /** Keeps a message; null forgets it. */
  void put(String receiver, String key, @Nullable Notice notice) {
    Map<String, Notice> of = sent.computeIfAbsent(receiver, name -> new TreeMap<>());
    if (notice == null) {
      of.remove(key);
    } else {
      of.put(key, notice);
    }
    AtomicFile.write(file, FORMAT.write(new Stored(1, sent)));
  }
}
