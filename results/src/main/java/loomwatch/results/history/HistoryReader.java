package loomwatch.results.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import loomwatch.results.JsonFormat;
import loomwatch.results.Require;
import loomwatch.results.StrictJson;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;

/** Reads a history and verifies that counts, hashes, chain and formats agree. */
record HistoryReader(Path root) {
  static final String RESTORE = "restore the file from version control";

  record Lines(List<HistoryEntry> entries, List<String> hashes, SortedMap<String, Integer> shards) {
    String last() {
      return hashes.isEmpty() ? Line.GENESIS : hashes.getLast();
    }
  }

  Lines read() {
    try {
      Head head = head();
      List<NumberedEntry> placed = new ArrayList<>();
      SortedMap<String, Integer> shards = new TreeMap<>();
      for (String month : months(head)) {
        List<NumberedEntry> shard = shard(month, head.shards().getOrDefault(month, 0));
        placed.addAll(shard);
        shards.put(month, shard.size());
      }
      placed.sort(Comparator.comparingInt(NumberedEntry::number));
      requireChain(placed, head);
      return new Lines(
          placed.stream().map(NumberedEntry::entry).toList(),
          placed.stream().map(NumberedEntry::sha256).toList(),
          shards);
    } catch (IOException e) {
      throw new RecordException(
          "%s: history must be a readable folder, was not: %s; correct the path or its permissions"
              .formatted(root, AtomicFile.reason(e)),
          e);
    }
  }

  /** Checks that the last entry of an earlier state exists, and so by the chain all before it. */
  void requireExtends(Path earlier) {
    Head before = Head.FORMAT.read(earlier);
    List<String> hashes = read().hashes();
    boolean kept =
        before.entries() == 0
            || before.entries() <= hashes.size()
                && hashes.get(before.entries() - 1).equals(before.last());
    if (!kept) {
      throw new RecordException(
          "%s: history must go on from the %d entries of %s, has %d and another past; %s"
              .formatted(root, before.entries(), earlier, hashes.size(), RESTORE));
    }
  }

  /** An entry with its line's numbers, without the text, to save memory. */
  private record NumberedEntry(
      int number, String previous, String sha256, HistoryEntry entry, String source) {
    static NumberedEntry of(String text, String source) {
      Line line = Line.parse(text, source);
      return new NumberedEntry(
          line.number(), line.previous(), line.sha256(), line.entry(source), source);
    }
  }

  private Head head() throws IOException {
    Path file = root.resolve(HistoryStore.HEAD);
    if (!Files.exists(file)) {
      throw new RecordException(
          "%s: history must have a %s, had none; name the folder of a history, or begin one with"
                  .formatted(root, HistoryStore.HEAD)
              + " ./loomwatch history add");
    }
    return Head.FORMAT.read(file);
  }

  private Set<String> months(Head head) throws IOException {
    Set<String> months = new TreeSet<>();
    for (Path entry : RecordStore.list(root)) {
      String name = String.valueOf(entry.getFileName());
      if (name.matches(KeptMonth.PATTERN + "\\.jsonl(\\.gz)?") && Files.isRegularFile(entry)) {
        months.add(name.substring(0, 7));
      } else if (!name.startsWith(".")
          && !name.equals(HistoryStore.HEAD)
          && !name.equals(HistoryStore.RECORDS)
          && !name.equals(HistoryStore.CAUSES)
          && !name.equals(HistoryStore.ACCEPTED)) {
        throw new RecordException(
            "%s: entry of the history must be a shard such as 2026-11.jsonl, was not; move it"
                    .formatted(entry)
                + " elsewhere");
      }
    }
    head.shards()
        .forEach((month, count) -> {
          if (!months.contains(month)) {
            throw new RecordException(
                "%s: shard must be there, was missing: %s counts %d entries in it; %s"
                    .formatted(shardOf(month), HistoryStore.HEAD, count, RESTORE));
          }
        });
    return months;
  }

  private List<NumberedEntry> shard(String month, int atLeast) {
    Path file = shardOf(month);
    String text = PackedFile.text(file, "file", RESTORE);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      throw new RecordException(
          "%s: shard must end with a whole line, was cut off; %s".formatted(file, RESTORE));
    }
    List<String> lines = text.lines().toList();
    if (lines.size() < atLeast) {
      throw new RecordException(
          "%s: shard must have at least %d entries, had %d: it was cut off; %s"
              .formatted(file, atLeast, lines.size(), RESTORE));
    }
    return IntStream.range(0, lines.size())
        .parallel()
        .mapToObj(i -> NumberedEntry.of(lines.get(i), file + ":" + (i + 1)))
        .toList();
  }

  private void requireChain(List<NumberedEntry> placed, Head head) {
    String previous = Line.GENESIS;
    for (int i = 0; i < placed.size(); i++) {
      NumberedEntry line = placed.get(i);
      String source = line.source();
      if (line.number() != i + 1) {
        throw new RecordException(
            "%s: entry %d must come next, was %d: entries are missing or there twice; %s"
                .formatted(source, i + 1, line.number(), RESTORE));
      }
      if (!line.previous().equals(previous)) {
        throw new RecordException(
            "%s: entry %d must follow the one before it, follows another: history was rewritten; %s"
                .formatted(source, line.number(), RESTORE));
      }
      previous = line.sha256();
      if (line.number() == head.entries() && !previous.equals(head.last())) {
        throw new RecordException(
            "%s: entry %d must be the one %s names, was another: history was rewritten; %s"
                .formatted(source, line.number(), HistoryStore.HEAD, RESTORE));
      }
    }
  }

  private Path shardOf(String month) {
    return PackedFile.of(root.resolve(month + HistoryStore.ENDING));
  }

  /**
   * One line of a shard: an entry, its number, and a hash over both and the previous entry's hash.
   * So a changed, removed or moved entry invalidates every later hash.
   *
   * @param previous the hash of the previous entry, or {@link #GENESIS}
   * @param sha256 SHA-256 of the number, a line feed, {@code previous}, a line feed and the entry's
   *     text
   */
  record Line(int number, String previous, String sha256, String text) {

    static final String GENESIS = "sha256:" + "0".repeat(64);

    private static final Pattern START =
        Pattern.compile(
            "\\{\"number\":(\\d{1,9}),\"previous\":\"(%s)\",\"sha256\":\"(%s)\",\"entry\":"
                .formatted(Sha256.PATTERN, Sha256.PATTERN));
    private static final JsonFormat<HistoryEntry> FORMAT =
        JsonFormat.withoutNulls(HistoryEntry.class, "entry", HistoryEntry.WITH_LOADS, RESTORE);

    /**
     * Creates the line of an entry, and reads it back: it can never be removed, and an unreadable
     * line would end the history.
     *
     * @throws RecordException if it could not be read again
     */
    static Line of(int number, String previous, HistoryEntry entry) {
      try {
        String text = StrictJson.WITHOUT_NULLS.writeValueAsString(entry);
        Line line = new Line(number, previous, hash(number, previous, text), text);
        if (!line.isReadAs(entry)) {
          throw new RecordException(
              "entry %s must be one that can be read again, was not, as when a text in it ends within"
                      .formatted(entry.id())
                  + " a character; nothing was added");
        }
        return line;
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("cannot happen: an entry always has a JSON form", e);
      }
    }

    static Line parse(String line, String source) {
      Matcher start = START.matcher(line);
      if (!start.lookingAt() || !line.endsWith("}")) {
        throw new RecordException(
            source + ": entry must be a whole line of history, was cut off or is none; " + RESTORE);
      }
      Line parsed =
          new Line(
              Integer.parseInt(start.group(1)),
              start.group(2),
              start.group(3),
              line.substring(start.end(), line.length() - 1));
      if (!hash(parsed.number, parsed.previous, parsed.text).equals(parsed.sha256)) {
        throw new RecordException(
            source + ": entry must have the hash it was written with, was changed; " + RESTORE);
      }
      return parsed;
    }

    HistoryEntry entry(String source) {
      return FORMAT.readWithin(text, source, start().length());
    }

    private boolean isReadAs(HistoryEntry entry) {
      String onDisk = new String(toString().getBytes(UTF_8), UTF_8);
      try {
        return parse(onDisk, entry.id()).entry(entry.id()).equals(entry);
      } catch (RecordException e) {
        return false;
      }
    }

    private String start() {
      // formatted() would write the number in the locale's digits.
      return "{\"number\":"
          + number
          + ",\"previous\":\""
          + previous
          + "\",\"sha256\":\""
          + sha256
          + "\",\"entry\":";
    }

    @Override
    public String toString() {
      return start() + text + "}";
    }

    private static String hash(int number, String previous, String text) {
      return Sha256.of(number + "\n" + previous + "\n" + text);
    }
  }

  /**
   * The minimum content of a history: {@code head.json}, written last.
   *
   * @param entries their number; it never falls
   * @param last hash of the last entry, or {@link Line#GENESIS}
   * @param shards number of entries by month, such as {@code 2026-11}
   */
  record Head(int schema, int entries, String last, SortedMap<String, Integer> shards) {

    private static final JsonFormat<Head> FORMAT =
        JsonFormat.withoutNulls(Head.class, "head", Head.SCHEMA, RESTORE);

    static final int SCHEMA = 1;

    Head {
      Require.check(schema == SCHEMA, "schema", Integer.toString(SCHEMA), schema);
      Require.sha256("last", last);
      shards = Collections.unmodifiableSortedMap(new TreeMap<>(shards));
      for (String month : shards.keySet()) {
        Require.matches("shards", KeptMonth.PATTERN, "by month such as 2026-11", month);
      }
      int sum = shards.values().stream().mapToInt(Integer::intValue).sum();
      Require.check(sum == entries, "entries", "the sum over shards, " + sum, entries);
    }

    void write(Path folder) throws IOException {
      AtomicFile.write(folder.resolve(HistoryStore.HEAD), FORMAT.write(this));
    }
  }
}
