package loomwatch.results.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import loomwatch.results.RecordMapper;
import loomwatch.results.Require;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;

/**
 * What a history must at least hold: {@code head.json}, written last.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param entries how many; never falls
 * @param last the hash of the last, and by the chain of all before it; {@link HistoryLine#GENESIS}
 *     of none
 * @param shards how many lie in each month's shard, by month such as {@code 2026-11}
 */
record Head(int schema, int entries, String last, SortedMap<String, Integer> shards) {

  /** The version this code writes, and the only one it reads. */
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

  /** Writes it into that folder. */
  void write(Path folder) throws IOException {
    AtomicFile.write(
        folder.resolve(HistoryStore.HEAD),
        RecordMapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
  }
}
