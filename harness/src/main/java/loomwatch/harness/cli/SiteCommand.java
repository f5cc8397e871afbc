package loomwatch.harness.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.HistoryOptions.HistoryCalibrationOption;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HistoryTrend;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.site.SiteBuild;
import loomwatch.harness.site.SiteServer;
import loomwatch.harness.site.SitesReader;
import loomwatch.harness.study.StudyArchive;
import loomwatch.judge.study.StudyJudge;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.measure.variants.Git;
import loomwatch.reporting.site.AlertFiles;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.study.StudyPast;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "site",
    description = {
      "Builds the trend site: static pages for gh-pages, or shown here.",
      "",
      "Shows the history, judged as by trend, if there is one, and the runs named.",
      "",
      "Studies are shown too: those in the folder studies beside the history, as measured or kept"
          + " by study --keep.",
      "",
      "Each DIR is a run's output directory, or a folder of them. A run that cannot be read is"
          + " left out, and the first page says so. With a history that cannot be read the site"
          + " stays as it was, and its first page says why."
    },
    footer = {
      "  ./loomwatch site --serve                 the history, in a browser here",
      "  ./loomwatch site --history gh-pages/history --out public \\",
      "      --url https://acme.github.io/shop/",
      "  ./loomwatch site --out public runs/      for publishing",
      "  ./loomwatch site --serve --port 8800 out/20261121T120000Z-1a2b",
      "  ./loomwatch site --board sites.json --out public",
      "",
      "  {\"schema\": 1, \"sites\": [                     sites.json",
      "    {\"address\": \"https://acme.github.io/shop/\", \"name\": \"Shop\"},",
      "    {\"address\": \"../cart/\"}]}"
    })
final class SiteCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description = "Runs, or folders of runs. Default: out, where there is no history.")
  private List<Path> folders = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the site is written. Default: out/site.")
  private @Nullable Path out;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Where it will be published, for the feed's links. Default: relative links.")
  private @Nullable URI url;

  @Option(
      names = "--services",
      hidden = true,
      description =
          "Only write the page that links to the sites of several services, each in its folder"
              + " below --out.")
  private boolean services;

  @Option(
      names = "--board",
      paramLabel = "FILE",
      description =
          "Only write board.html into --out: one page over the sites that FILE names, with what is"
              + " open, what is not measured and the newest runs.")
  private @Nullable Path board;

  @Option(names = "--serve", description = "Show it on this machine until Ctrl-C.")
  private boolean serve;

  @Option(
      names = "--port",
      hidden = true,
      paramLabel = "PORT",
      description = "Port of --serve on 127.0.0.1. Default: a free one.")
  private int port;

  @Mixin private HistoryOption history = new HistoryOption();

  @Mixin private HistoryCalibrationOption calibration = new HistoryCalibrationOption();
  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--port must be from 0 to 65535, was " + port);
    }
    if (port != 0 && !serve) {
      throw new UsageException("--port must be with --serve, was without; add it");
    }
    if (serve && (services || board != null)) {
      throw new UsageException(
          "--serve must be without %s, was with it; leave one out"
              .formatted(services ? "--services" : "--board"));
    }
    String address = address();
    Installation installation = Installation.ofLauncher();
    Path site = out == null ? installation.out().resolve("site") : out;
    if (board != null) {
      System.out.println(
          new SitePages(installation.pages()).writeBoard(site, SitesReader.read(board)));
      return ExitCode.PASS;
    }
    if (services) {
      return overview(site, new SitePages(installation.pages()));
    }
    // Read first, as the site reports only faults of the history, and a bad calibration is none.
    List<StoredCalibration> calibrations = calibration.read(history.path());
    SiteBuild.SiteHistory past = past(site, calibrations);
    List<Path> named = folders.isEmpty() && past == null ? List.of(installation.out()) : folders;
    List<Path> runs = SiteBuild.runsIn(named);
    if (runs.isEmpty() && !folders.isEmpty()) {
      throw new UsageException(
          "%s must hold a run's record.json or folders that do, did not"
              .formatted(String.join(", ", folders.stream().map(Path::toString).toList())));
    }
    Map<String, String> titles = Git.titles(installation.project());
    SiteBuild build =
        new SiteBuild(
                site,
                new SitePages(installation.pages()),
                thresholds.read(),
                revision -> titles.getOrDefault(revision, ""))
            .publishedAt(address)
            .ofService(installation.spec().map(file -> file.service().name()).orElse("loomwatch"))
            .studied(studies(), name -> StudyPast.in(studiesFolder(), name))
            .calibrated(
                calibrations.stream().map(StoredCalibration::calibration).toList(),
                record -> StoredCalibration.floors(calibrations, record));
    if (serve) {
      build.withFlames();
    }
    SiteBuild.Made made = build.of(past, runs, Instant.now());
    made.unreadable().forEach(why -> System.err.println("loomwatch: left out: " + why));
    System.out.printf(
        "%s of %d %s%s%n",
        site,
        made.records(),
        made.records() == 1 ? "record" : "records",
        made.kept() == 0 ? "" : ", %d of them judged before".formatted(made.kept()));
    if (serve) {
      showUntilStopped(site);
    }
    return made.unreadable().isEmpty() ? ExitCode.PASS : ExitCode.BAD_INPUT;
  }

  private List<StudyVerdict> studies() throws IOException {
    return StudyArchive.all(studiesFolder()).values().stream().map(StudyJudge::judge).toList();
  }

  private Path studiesFolder() {
    return history.path().resolveSibling("studies");
  }

  private static int overview(Path site, SitePages pages) throws IOException {
    Path page =
        pages
            .writeServices(site)
            .orElseThrow(() ->
                new UsageException(
                    "--services: below %s must be a service's site, was none".formatted(site)));
    System.out.println(page);
    return ExitCode.PASS;
  }

  private String address() {
    if (url == null) {
      return "./";
    }
    String text = url.toString();
    if (!text.matches("https?://[^?#]+")) {
      throw new UsageException(
          "--url must be the site's address, such as https://acme.github.io/shop/, was " + text);
    }
    return text.endsWith("/") ? text : text + "/";
  }

  /** Reports an unreadable history on the existing site, as it must not count as empty. */
  private SiteBuild.@Nullable SiteHistory past(Path site, List<StoredCalibration> calibrations)
      throws IOException, InterruptedException {
    try {
      Optional<HistoryStore> store = history.ifThere();
      return store.isPresent() ? judged(store.get(), calibrations) : null;
    } catch (RecordException e) {
      AlertFiles.writeFault(site, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private SiteBuild.SiteHistory judged(HistoryStore store, List<StoredCalibration> calibrations)
      throws InterruptedException {
    History entries = store.read().inCommitOrder();
    HistoryTrend trend = new HistoryTrend(entries, history.records());
    TrendReport report =
        trend.judge(
            history.accepted(),
            Instant.now(),
            calibrations,
            Installation.ofLauncher().project(),
            thresholds.read().budget());
    return new SiteBuild.SiteHistory(entries, report, history.records(), trend.newestHost());
  }

  private void showUntilStopped(Path site) throws IOException, InterruptedException {
    try (SiteServer server = SiteServer.start(site, port)) {
      System.out.println(server.address() + " (Ctrl-C ends it)");
      System.out.flush();
      Thread.currentThread().join();
    } catch (BindException refused) {
      throw new UsageException(
          "--port %d must be free, was not: %s; leave --port out for a free one"
              .formatted(port, refused.getMessage()));
    }
  }
}
