package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.AtomicFile;
import loomwatch.results.KeptMonth;
import loomwatch.results.RecordException;
import loomwatch.results.RecordMapper;

/** Reads a history and believes none of it: counts, hashes, chain and shapes must all agree. */
final class HistoryReader {
  static final String RESTORE = "; restore the file from version control";

  private final Path root;

  HistoryReader(Path root) {
    this.root = root;
  }

  /** Every line, in the order of history. */
  record Lines(List<HistoryLine> lines, List<String> sources, Head head) {
    List<HistoryEntry> entries() {
      // Parsing is most of the work, and each line stands for itself.
      return IntStream.range(0, lines.size())
          .parallel()
          .mapToObj(i -> lines.get(i).entry(sources.get(i)))
          .toList();
    }

    String last() {
      return lines.isEmpty() ? HistoryLine.GENESIS : lines.getLast().sha256();
    }
  }

  /** Reads and verifies all of it. */
  Lines read() {
    try {
      Head head = head();
      List<Placed> placed = new ArrayList<>();
      for (String month : months(head)) {
        placed.addAll(shard(month, head.shards().getOrDefault(month, 0)));
      }
      placed.sort(Comparator.comparingInt(each -> each.line.number()));
      requireChain(placed, head);
      return new Lines(
          placed.stream().map(Placed::line).toList(),
          placed.stream().map(Placed::source).toList(),
          head);
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
      List<HistoryLine> lines = read().lines();
      boolean kept =
          before.entries() == 0
              || before.entries() <= lines.size()
                  && lines.get(before.entries() - 1).sha256().equals(before.last());
      if (!kept) {
        throw new RecordException(
            "%s: history must go on from the %d entries of %s, has %d and another past%s"
                .formatted(root, before.entries(), earlier, lines.size(), RESTORE));
      }
    } catch (IOException e) {
      throw new RecordException(
          "%s: head must be readable, was not: %s".formatted(earlier, AtomicFile.reason(e)), e);
    }
  }

  private record Placed(HistoryLine line, String source) {}

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
        throw new RecordException(
            "%s: schema must be at most %d, was %s: a newer Loomwatch wrote it; update this one"
                .formatted(file, Head.SCHEMA, schema.asText()));
      }
      return RecordMapper.read(text, Head.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(
          "%s: head must be the count and last hash of a history, was not: %s%s"
              .formatted(file, e.getOriginalMessage().lines().findFirst().orElse(""), RESTORE),
          e);
    }
  }

  /** Those the head counts, and those there are. */
  private Set<String> months(Head head) throws IOException {
    Set<String> months = new TreeSet<>();
    for (Path entry : list()) {
      String name = String.valueOf(entry.getFileName());
      if (name.matches(KeptMonth.PATTERN + "\\.jsonl") && Files.isRegularFile(entry)) {
        months.add(name.substring(0, 7));
      } else if (!name.startsWith(".")
          && !name.equals(HistoryStore.HEAD)
          && !name.equals(HistoryStore.RECORDS)) {
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
        .mapToObj(i -> {
          String source = file + ":" + (i + 1);
          return new Placed(HistoryLine.parse(lines.get(i), source), source);
        })
        .toList();
  }

  private void requireChain(List<Placed> placed, Head head) {
    String previous = HistoryLine.GENESIS;
    for (int i = 0; i < placed.size(); i++) {
      HistoryLine line = placed.get(i).line;
      String source = placed.get(i).source;
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
    return root.resolve(month + HistoryStore.ENDING);
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
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new RecordException(
          "%s: file must be UTF-8 text, was in another encoding%s".formatted(file, RESTORE), e);
    }
  }
}
