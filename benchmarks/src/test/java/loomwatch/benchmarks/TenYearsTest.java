package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.site.SitePages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is published in ten years of ten commits a day, from what a commit adds once it is old. In
 * full: {@code ./loomwatch bench-site --out FOLDER}.
 */
class TenYearsTest {
  private static final long MEGABYTE = 1_000_000;
  private static final int COMMITS = 3_000;
  private static final int WHOLE = 30;

  /** In ten years, by the rule of {@code history prune}. */
  private static final int WHOLE_AT_MOST = 350;

  private static final int SHARD = 500;

  /** Of a branch that begins again after 300 commits, each with a record. */
  private static final int PAST = 300;

  @TempDir Path folder;

  @Test
  void tenYears_branchAndSite_fitWhatGitHubHolds() throws IOException {
    Thresholds thresholds =
        ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());
    TenYears.Sizes room =
        new TenYears(records())
            .of(COMMITS, WHOLE, folder, new SitePages(Path.of("../gh-pages")), thresholds);

    int more = TenYears.COMMITS - COMMITS;
    double entry = (double) packed() / packedEntries();
    double branch =
        room.shards() + more * entry + (WHOLE_AT_MOST + PAST) * (double) room.ofARecord();
    double site =
        room.site() + more * (double) oldestShard() / SHARD + (WHOLE_AT_MOST - WHOLE) * page();
    assertThat(room.ofARecord()).as("packed").isBetween(100_000L, 400_000L);
    assertThat(branch).isBetween(100.0 * MEGABYTE, 500.0 * MEGABYTE);
    assertThat(site).isBetween(50.0 * MEGABYTE, 200.0 * MEGABYTE);
  }

  private static List<Path> records() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../docs/campaign/quick-embedded-e6414968d07a"))) {
      return files.filter(file -> file.endsWith("record.json.gz")).sorted().toList();
    }
  }

  private long packed() throws IOException {
    return size(folder.resolve("history"), ".*[.]jsonl[.]gz");
  }

  /** All but those of the newest month. */
  private int packedEntries() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("history"))) {
      Path newest =
          files.filter(file -> file.toString().endsWith(".jsonl")).findFirst().orElseThrow();
      return COMMITS - Files.readAllLines(newest).size();
    }
  }

  /** Of the newest run. */
  private long page() throws IOException {
    return size(folder.resolve("site/data/runs"), ".*-0%d[.]json".formatted(COMMITS - 1));
  }

  /** Of all series: it holds values alone, as nearly all will. */
  private long oldestShard() throws IOException {
    return size(folder.resolve("site/data"), ".*/(rows|series/\\d+)/0[.]json");
  }

  private static long size(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().matches(name))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}
