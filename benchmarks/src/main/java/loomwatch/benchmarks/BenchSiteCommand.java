package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.benchmarks.site.TenYears;
import loomwatch.harness.cli.SharedOptions.PolicyOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HistoryWriter;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.tell.site.SitePages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves that years of history fit what GitHub holds. */
@Command(
    name = "bench-site",
    mixinStandardHelpOptions = true,
    description = {
      "Proves that ten years of ten commits a day fit what GitHub holds.",
      "",
      "Makes up such a history of records that were measured, prunes it as on GitHub, and builds its"
          + " site. Takes about a quarter of an hour, 6 GB of memory and 3 GB of disk.",
      ""
    })
final class BenchSiteCommand implements Callable<Integer> {
  /** The newest, releases, and three of each change. */
  private static final int WHOLE =
      HistoryWriter.NEWEST
          + HistoryWriter.RELEASES
          + HistoryWriter.BUMPS
          + 3 * HistoryWriter.CHANGES;

  /** After so many the branch begins anew: {@code MOST} of the action that pushes. */
  private static final int PAST = 300;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FOLDER",
      description = "Where history and site are left; not there yet.")
  private Path out = Path.of("");

  @Option(
      names = "--commits",
      paramLabel = "N",
      defaultValue = "" + TenYears.COMMITS,
      description = "How many; default ${DEFAULT-VALUE}.")
  private int commits = TenYears.COMMITS;

  @Option(
      names = "--records",
      paramLabel = "FOLDER",
      description = "Records of one host; default those of the calibration in docs/campaign.")
  private @Nullable Path records;

  @Mixin private PolicyOption policy = new PolicyOption();

  @Override
  public Integer call() throws IOException {
    if (commits < 1 || Files.exists(out)) {
      throw new UsageException("--commits must be at least 1, and --out not there yet");
    }
    Installation installation = Installation.ofLauncher();
    Path from = records == null ? installation.root().resolve(CampaignRecords.USUAL) : records;
    TenYears.Sizes room =
        new TenYears(in(from))
            .of(commits, WHOLE, out, new SitePages(installation.pages()), policy.read());
    long past = PAST * (room.ofARecord() + room.shards() / commits);
    System.out.printf(
        Locale.ROOT,
        "%,d commits: branch at most %.0f MB (entries %.0f, of %.1f kB each; %d whole records %.0f;"
            + " the past before it begins anew %.0f)%nsite %.0f MB%nread in %.0f s, judged and built"
            + " in %.0f s%n",
        commits,
        (room.shards() + room.records() + past) / 1e6,
        room.shards() / 1e6,
        room.shards() / 1e3 / commits,
        Math.min(WHOLE, commits),
        room.records() / 1e6,
        past / 1e6,
        room.site() / 1e6,
        room.readSeconds(),
        room.siteSeconds());
    return ExitCode.PASS;
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith("record.json.gz")).sorted().toList();
    }
  }
}
