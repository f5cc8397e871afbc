package loomwatch.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Kind;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.TrendReport.At;
import loomwatch.trend.TrendReport.BaselineReset;

/** Indexes history: which entries are runs, and what changed between them. */
final class RunLog {
  /** Maximum number of suspects listed. */
  private static final int MOST_COMMITS = 100;

  private final List<HistoryEntry> entries;
  private final List<Integer> runs;

  /** Entries of runs and imports by full commit id, ascending. */
  private final Map<String, List<Integer>> byCommit = new HashMap<>();

  /** Number of earlier entries of the same kind, for each entry. */
  private final int[] ordinals;

  RunLog(List<HistoryEntry> entries) {
    this.entries = List.copyOf(entries);
    runs =
        IntStream.range(0, entries.size())
            .filter(i -> entries.get(i).kind() == Kind.RUN)
            .boxed()
            .toList();
    ordinals = new int[entries.size()];
    int[] seen = new int[Kind.values().length];
    Arrays.setAll(ordinals, i -> seen[entries.get(i).kind().ordinal()]++);
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).kind().isJudged()) {
        byCommit
            .computeIfAbsent(entries.get(i).provenance().commit(), commit -> new ArrayList<>())
            .add(i);
      }
    }
  }

  HistoryEntry entry(int index) {
    return entries.get(index);
  }

  /** Returns the indices of all runs, ascending. */
  List<Integer> runs() {
    return runs;
  }

  /** Returns the number of earlier entries of the same kind. */
  int ordinal(int index) {
    return ordinals[index];
  }

  /** Returns the runs of a commit, by the first characters of its id, ascending. */
  List<Integer> measured(String commit) {
    List<Integer> exactly = byCommit.get(commit);
    return exactly != null
        ? List.copyOf(exactly)
        : byCommit.entrySet().stream()
            .filter(each -> each.getKey().startsWith(commit))
            .flatMap(each -> each.getValue().stream())
            .sorted()
            .toList();
  }

  /**
   * Returns the last entry up to {@code upTo} of another commit with the series, because one commit
   * cannot be both good and bad; −1 without one.
   */
  int lastOfAnotherCommit(int upTo, int firstBad, SeriesName series) {
    HistoryEntry bad = entries.get(firstBad);
    for (int i = upTo; i >= 0; i--) {
      HistoryEntry entry = entries.get(i);
      if (entry.kind().isJudged()
          && !entry.provenance().commit().equals(bad.provenance().commit())
          && entry.fingerprint().equals(bad.fingerprint())
          && entry.series().stream().anyMatch(each -> each.name().equals(series))) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the series' point of a commit; −1 without one. */
  int point(SeriesPoints points, String commit) {
    return measured(commit).stream()
        .mapToInt(entry -> Arrays.binarySearch(points.entries(), entry))
        .filter(point -> point >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Returns the newest distinct commits measured after one entry and up to another. */
  List<String> commits(int after, int upTo) {
    List<String> commits =
        IntStream.rangeClosed(after + 1, upTo)
            .filter(i -> entries.get(i).kind().isJudged())
            .mapToObj(i -> entries.get(i).provenance().commit())
            .distinct()
            .toList();
    return commits.subList(Math.max(0, commits.size() - MOST_COMMITS), commits.size());
  }

  At at(int index) {
    HistoryEntry entry = entries.get(index);
    return new At(
        index,
        entry.id(),
        entry.provenance().commit(),
        entry.measuredAt(),
        entry.provenance().message(),
        entry.tomcat(),
        entry.jdk());
  }

  /** Returns where the fingerprint, or the load of a scenario, changed from one run to the next. */
  List<BaselineReset> resets() {
    List<BaselineReset> resets = new ArrayList<>();
    Map<String, String> loads = new HashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      At at = at(runs.get(i));
      HistoryEntry after = entries.get(runs.get(i));
      HistoryEntry before = entries.get(runs.get(Math.max(0, i - 1)));
      if (!before.fingerprint().equals(after.fingerprint())) {
        resets.add(new BaselineReset(at, null, reason(before, after)));
      }
      Objects.requireNonNullElse(after.loads(), Map.<String, String>of())
          .forEach((scenario, load) -> {
            String known = loads.put(scenario, load);
            if (known != null && !known.equals(load)) {
              resets.add(new BaselineReset(at, scenario, "the load of " + scenario + " changed"));
            }
          });
    }
    return resets;
  }

  private static String reason(HistoryEntry before, HistoryEntry after) {
    List<String> changes = new ArrayList<>();
    if (!Objects.equals(before.tomcat(), after.tomcat())) {
      changes.add("Tomcat %s → %s".formatted(before.tomcat(), after.tomcat()));
    }
    if (!Objects.equals(before.jdk(), after.jdk())) {
      changes.add("JDK %s → %s".formatted(before.jdk(), after.jdk()));
    }
    return changes.isEmpty()
        ? "host, JVM flags, load generator, or the service's libraries or start changed"
        : String.join(", ", changes);
  }

  /** Returns the notes of all runs. */
  List<String> notes() {
    return runs.stream()
        .flatMap(run ->
            entries.get(run).notes().stream().map(note -> entries.get(run).id() + ": " + note))
        .toList();
  }

  /** Returns the number of runs before an entry. */
  int runsBefore(String id) {
    int before = 0;
    for (HistoryEntry entry : entries) {
      if (entry.id().equals(id)) {
        break;
      }
      before += entry.kind() == Kind.RUN ? 1 : 0;
    }
    return before;
  }
}
