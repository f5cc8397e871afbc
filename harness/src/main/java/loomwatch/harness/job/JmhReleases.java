package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.Git.CommitFacts;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Scores;
import loomwatch.results.Metric;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.DataJs.ImportedHistory;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;

/**
 * Reads a folder of JMH's results of past releases as history, each file named after a git revision
 * or tag, such as {@code v1.2.json}. Entries are in the order of their commits' times, which stand
 * for those of the measurements, as JMH writes none.
 */
public final class JmhReleases {
  private static final String END = ".json";

  private static final String FINGERPRINT = "imported from JMH";

  private final Path project;
  private final Map<String, Path> files = new TreeMap<>();
  private int unfinished;
  private int otherModes;

  private JmhReleases(Path project) {
    this.project = project;
  }

  /**
   * Reads all {@code *.json} of a folder.
   *
   * @param project the checkout whose git knows the revisions
   * @throws RecordException if git does not know a file's revision, or it is not JMH's JSON
   */
  public static ImportedHistory read(Path folder, Path project)
      throws IOException, InterruptedException {
    List<Path> found;
    try (Stream<Path> all = Files.list(folder)) {
      found = all.filter(file -> file.toString().endsWith(END)).sorted().toList();
    }
    if (found.isEmpty()) {
      throw new UsageException(
          "%s must have files of JMH named after revisions, such as v1.2.json, had none"
              .formatted(folder));
    }
    JmhReleases releases = new JmhReleases(project);
    List<HistoryEntry> entries = new ArrayList<>();
    for (Path file : found) {
      entries.add(releases.entry(file));
    }
    entries.sort(Comparator.comparing(HistoryEntry::measuredAt));
    return new ImportedHistory(
        entries, releases.unfinished, releases.otherModes, List.of(), new TreeMap<>());
  }

  private HistoryEntry entry(Path file) throws IOException, InterruptedException {
    String commit = commit(file);
    Path other = files.put(commit, file);
    if (other != null) {
      throw new RecordException(
          "%s must be of another commit than %s, was of the same; leave one of them out"
              .formatted(file, other));
    }
    CommitFacts facts =
        CommitFacts.of(project, commit)
            .orElseThrow(() -> new RecordException(file + ": git must know its commit, did not"));
    Instant at = facts.committedAt();
    if (at == null) {
      throw new RecordException(file + ": its commit must have a time, had none");
    }
    return HistoryEntry.imported(
        "import-" + at.toEpochMilli() + "-" + commit.substring(0, 12),
        at,
        new Provenance(
            commit, facts.parent(), at, facts.message(), facts.author(), null, facts.tag(), null),
        FINGERPRINT,
        series(file));
  }

  private String commit(Path file) throws IOException, InterruptedException {
    String name = String.valueOf(file.getFileName());
    String revision = name.substring(0, name.length() - END.length());
    try {
      return Git.commit(project, revision);
    } catch (VariantException e) {
      throw new RecordException(
          "%s must be named after a revision or tag that git knows, such as v1.2.json: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Returns the series of each benchmark, of one mode; average time goes before others. */
  private List<HistorySeries> series(Path file) {
    Map<String, Scores> byName = new LinkedHashMap<>();
    String json = PackedFile.text(file, "file", "write it with -rf json");
    for (Scores scores : JmhResults.scores(json, file.toString()).values()) {
      if (scores.seconds().isEmpty()) {
        unfinished++;
      } else if (byName.putIfAbsent(scores.name(), scores) != null) {
        otherModes++;
      }
    }
    return byName.values().stream()
        .flatMap(scores ->
            Stream.of(
                    series(scores.name(), Metric.TIME_PER_OPERATION, scores.seconds()),
                    series(scores.name(), Metric.ALLOCATED_PER_OPERATION, scores.bytes()))
                .flatMap(List::stream))
        .toList();
  }

  private static List<HistorySeries> series(String name, Metric metric, List<Double> values) {
    return values.isEmpty()
        ? List.of()
        : List.of(
            new HistorySeries(
                name,
                HistorySeries.IMPORTED,
                metric.label(),
                metric.unit().symbol(),
                metric.direction(),
                values));
  }
}
