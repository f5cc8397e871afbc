package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import loomwatch.results.JsonFault;
import loomwatch.results.RecordMapper;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;

/** Reads a history and believes none of it: counts, hashes, chain and shapes must all agree. */
final class HistoryReader {
  static final String RESTORE = "; restore the file from version control";

  private final Path root;

  HistoryReader(Path root) {
    this.root = root;
  }

  /**
   * Every entry, in the order of history.
   *
   * @param hashes of each
   * @param shards how many lie in each month's
   */
  record Lines(List<HistoryEntry> entries, List<String> hashes, SortedMap<String, Integer> shards) {
    String last() {
      return hashes.isEmpty() ? HistoryLine.GENESIS : hashes.getLast();
    }
  }

  /** Reads and verifies all of it. */
  Lines read() {
    try {
      Head head = head();
      List<Placed> placed = new ArrayList<>();
      SortedMap<String, Integer> shards = new TreeMap<>();
      for (String month : months(head)) {
        List<Placed> shard = shard(month, head.shards().getOrDefault(month, 0));
        placed.addAll(shard);
        shards.put(month, shard.size());
      }
      placed.sort(Comparator.comparingInt(Placed::number));
      requireChain(placed, head);
      return new Lines(
          placed.stream().map(Placed::entry).toList(),
          placed.stream().map(Placed::sha256).toList(),
          shards);
    } catch (IOException e) {
      throw new RecordException(
          "%s: history must be a readable folder, was not: %s; correct the path or its permissions"
              .formatted(root, AtomicFile.reason(e)),
          e);
    }
  }

  /** Checks that the entry which was last there is still here, and so by the chain all before. */
  void requireExtends(Path earlier) {
    try {
      Head before = head(earlier);
      List<String> hashes = read().hashes();
      boolean kept =
          before.entries() == 0
              || before.entries() <= hashes.size()
                  && hashes.get(before.entries() - 1).equals(before.last());
      if (!kept) {
        throw new RecordException(
            "%s: history must go on from the %d entries of %s, has %d and another past%s"
                .formatted(root, before.entries(), earlier, hashes.size(), RESTORE));
      }
    } catch (IOException e) {
      throw new RecordException(
          "%s: head must be readable, was not: %s".formatted(earlier, AtomicFile.reason(e)), e);
    }
  }

  /**
   * An entry with what its line says of its place; the text of a long history would fill memory.
   */
  private record Placed(
      int number, String previous, String sha256, HistoryEntry entry, String source) {
    static Placed of(String text, String source) {
      HistoryLine line = HistoryLine.parse(text, source);
      return new Placed(line.number(), line.previous(), line.sha256(), line.entry(source), source);
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
    return head(file);
  }

  private static Head head(Path file) throws IOException {
    String text = text(file);
    try {
      JsonNode schema = RecordMapper.INSTANCE.readTree(text).path("schema");
      if (schema.asInt() > Head.SCHEMA) {
        throw JsonFault.newer(file.toString(), Head.SCHEMA, schema.asText());
      }
      return RecordMapper.read(text, Head.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(
          "%s: head must be the count and last hash of a history, was not: %s%s"
              .formatted(file, JsonFault.firstLine(e), RESTORE),
          e);
    }
  }

  /** Those the head counts, and those there are. */
  private Set<String> months(Head head) throws IOException {
    Set<String> months = new TreeSet<>();
    for (Path entry : list()) {
      String name = String.valueOf(entry.getFileName());
      if (name.matches(KeptMonth.PATTERN + "\\.jsonl(\\.gz)?") && Files.isRegularFile(entry)) {
        months.add(name.substring(0, 7));
      } else if (!name.startsWith(".")
          && !name.equals(HistoryStore.HEAD)
          && !name.equals(HistoryStore.RECORDS)
          && !name.equals(HistoryStore.CAUSES)) {
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
                "%s: shard must be there, was missing: %s counts %d entries in it%s"
                    .formatted(shardOf(month), HistoryStore.HEAD, count, RESTORE));
          }
        });
    return months;
  }

  private List<Placed> shard(String month, int atLeast) throws IOException {
    Path file = shardOf(month);
    String text = text(file);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      throw new RecordException(
          "%s: shard must end with a whole line, was cut off%s".formatted(file, RESTORE));
    }
    List<String> lines = text.lines().toList();
    if (lines.size() < atLeast) {
      throw new RecordException(
          "%s: shard must have at least %d entries, had %d: it was cut off%s"
              .formatted(file, atLeast, lines.size(), RESTORE));
    }
    return IntStream.range(0, lines.size())
        .parallel()
        .mapToObj(i -> Placed.of(lines.get(i), file + ":" + (i + 1)))
        .toList();
  }

  private void requireChain(List<Placed> placed, Head head) {
    String previous = HistoryLine.GENESIS;
    for (int i = 0; i < placed.size(); i++) {
      Placed line = placed.get(i);
      String source = line.source();
      if (line.number() != i + 1) {
        throw new RecordException(
            "%s: entry %d must come next, was %d: entries are missing or there twice%s"
                .formatted(source, i + 1, line.number(), RESTORE));
      }
      if (!line.previous().equals(previous)) {
        throw new RecordException(
            "%s: entry %d must follow the one before it, follows another: history was rewritten%s"
                .formatted(source, line.number(), RESTORE));
      }
      previous = line.sha256();
      if (line.number() == head.entries() && !previous.equals(head.last())) {
        throw new RecordException(
            "%s: entry %d must be the one %s names, was another: history was rewritten%s"
                .formatted(source, line.number(), HistoryStore.HEAD, RESTORE));
      }
    }
  }

  private Path shardOf(String month) {
    return PackedFile.of(root.resolve(month + HistoryStore.ENDING));
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries.sorted(Comparator.comparing(Path::toString)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return PackedFile.text(file);
    } catch (CharacterCodingException e) {
      throw new RecordException(
          "%s: file must be UTF-8 text, was in another encoding%s".formatted(file, RESTORE), e);
    } catch (EOFException | ZipException e) {
      throw new RecordException(
          "%s: file must be packed whole, was cut off or changed%s".formatted(file, RESTORE), e);
    }
  }
}
