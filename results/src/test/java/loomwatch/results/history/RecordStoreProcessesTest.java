package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The store against writers that are killed, and writers that come together. */
@Timeout(120)
class RecordStoreProcessesTest {
  @TempDir Path root;

  @Test
  void hashes_writerKilledAtAnyMoment_holdsAllItReported() throws Exception {
    List<String> reported = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      Process writer = start("round" + round, 100_000, "whole");
      try (BufferedReader lines = writer.inputReader()) {
        for (int i = 0; i < 3 + 4 * round; i++) {
          reported.add(lines.readLine());
        }
        kill(writer);
        lines.lines().forEach(reported::add);
      }
    }

    Set<String> stored = new RecordStore(root).hashes().keySet();
    assertThat(stored).containsAll(reported);
    // Killed between the rename and the report, a writer leaves one record it did not report.
    assertThat(stored.size()).isBetween(reported.size(), reported.size() + 3);
  }

  @Test
  void append_writerKilledInTheMiddle_startsClean() throws Exception {
    Process writer = start("killed", 1, "half");
    try (BufferedReader lines = writer.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("half");
      kill(writer);
    }
    assertThat(temporaryFiles()).hasSize(1);
    assertThat(new RecordStore(root).hashes()).isEmpty();

    MeasurementRecord next = StoreWriter.record("next", 0);
    new RecordStore(root).append(StoredRecord.of(next));

    assertThat(temporaryFiles()).isEmpty();
    assertThat(new RecordStore(root).hashes()).containsOnlyKeys(next.id());
  }

  @Test
  void append_twoProcessesAtOnce_keepsAllOfBoth() throws Exception {
    Process one = start("one", 20, "whole");
    Process two = start("two", 20, "whole");

    assertThat(one.waitFor()).isZero();
    assertThat(two.waitFor()).isZero();
    assertThat(new RecordStore(root).hashes()).hasSize(40);
    assertThat(temporaryFiles()).isEmpty();
  }

  @Test
  void append_sameRecordFromManyThreads_keepsOne() throws Exception {
    MeasurementRecord record = StoreWriter.record("same", 0);
    List<Callable<Path>> appends =
        Stream.generate(
                () -> (Callable<Path>) () -> new RecordStore(root).append(StoredRecord.of(record)))
            .limit(16)
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Path> append : threads.invokeAll(appends)) {
        assertThat(append.get()).isEqualTo(root.resolve("2026-11/same-000000.json"));
      }
    }
    assertThat(new RecordStore(root).hashes()).containsOnlyKeys(record.id());
  }

  private Process start(String prefix, int count, String how) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            StoreWriter.class.getName(),
            root.toString(),
            prefix,
            Integer.toString(count),
            how)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** SIGKILL. By its handle, because Process closes the streams we still want to read. */
  private static void kill(Process process) throws InterruptedException {
    process.toHandle().destroyForcibly();
    assertThat(process.waitFor()).isEqualTo(128 + 9);
  }

  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).toList();
    }
  }
}
