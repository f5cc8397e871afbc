package loomwatch.harness.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.IssueOptions.IssueSource;
import loomwatch.harness.cli.UntrustedRunOptions.DetailsOption;
import loomwatch.harness.github.AcceptedPulls;
import loomwatch.harness.github.CheckPublisher;
import loomwatch.harness.github.CommentPublisher;
import loomwatch.harness.github.Hub;
import loomwatch.harness.github.Hub.Endpoint;
import loomwatch.harness.github.IssuePublisher;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.AcceptedWriter;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.publish.ChartExport;
import loomwatch.reporting.publish.CheckReport;
import loomwatch.reporting.publish.CheckReport.Unmeasured;
import loomwatch.reporting.publish.JudgedRun;
import loomwatch.reporting.publish.PullRequestComment;
import loomwatch.reporting.publish.RecentChecks;
import loomwatch.reporting.publish.ServiceFolder;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.Plain;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "publish",
    description = {
      "Shows a run on GitHub: check, comment, issues, benchmark files.",
      "",
      "The run may be an untrusted contributor's: of its directory only record.json is read, checked to the letter"
          + " and judged again by this checkout's thresholds.yaml. Everything can be published again:"
          + " what is there is found and brought up to date."
    },
    subcommands = {
      PublishCommand.PublishCheckCommand.class,
      PublishCommand.PublishUnmeasuredCommand.class,
      PublishCommand.PublishCommentCommand.class,
      PublishCommand.PublishIssueCommand.class,
      PublishCommand.PublishAcceptedCommand.class,
      PublishCommand.PublishBenchmarkCommand.class,
      PublishOtlpCommand.class
    },
    footer = {
      "  ./loomwatch publish check out/latest --repo acme/shop --sha SHA",
      "  ./loomwatch publish unmeasured --because failed --repo acme/shop --sha SHA",
      "  ./loomwatch publish comment out/latest --repo acme/shop --sha SHA --dry-run",
      "  ./loomwatch publish issue out/latest out/trend.json --repo acme/shop",
      "  ./loomwatch publish benchmark out/latest --out bench",
      "",
      "Exit codes: 0 done, or nothing to do, whatever the verdict,",
      "            64 wrong usage, 65 the run is not fit to be published,",
      "            70 internal error, 75 GitHub is busy or away: try later,",
      "            77 GitHub refuses: token, permission or number.",
      "",
      "Environment:",
      "  GITHUB_TOKEN    writes to GitHub; never an argument, never printed",
      "  GITHUB_API_URL  where GitHub is; default: https://api.github.com"
    })
final class PublishCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "publish must be given what: check, unmeasured, comment, issue, accepted, benchmark or otlp");
  }

  @Command(
      name = "check",
      description = {
        "Writes the check run \"Loomwatch\" on a commit, or brings it up to date.",
        "",
        "Pass and improved are a success, regressed is a failure, inconclusive and invalid are"
            + " neutral. The exit code says whether it was written, not the verdict. The token needs"
            + " checks: write."
      })
  static final class PublishCheckCommand implements Callable<Integer> {
    @Mixin private UntrustedRunOptions run = new UntrustedRunOptions();
    @Mixin private GitHubOptions hub = new GitHubOptions();

    @Option(
        names = "--sha",
        required = true,
        paramLabel = "SHA",
        description = "The commit; the run's head must be it.")
    private String sha = "";

    @Override
    public Integer call() {
      String commit = GitHubOptions.sha(sha);
      var details = run.detailsUrl();
      JudgedRun judged = run.read(commit);
      CheckPublisher publisher = new CheckPublisher(hub.hub(), hub.service());
      CheckReport report = CheckReport.of(judged, details, recent(judged, commit, publisher));
      System.out.println(publisher.publish(commit, report, details));
      return ExitCode.PASS;
    }
  }

  @Command(
      name = "unmeasured",
      hidden = true,
      description = {
        "Writes the check run \"Loomwatch\" on a commit of which there is no measurement.",
        "",
        "It is the same check that publish check writes: a later verdict takes its place. The token"
            + " needs checks: write."
      })
  static final class PublishUnmeasuredCommand implements Callable<Integer> {
    @Mixin private GitHubOptions hub = new GitHubOptions();
    @Mixin private DetailsOption details = new DetailsOption();

    @Option(names = "--sha", required = true, paramLabel = "SHA", description = "The commit.")
    private String sha = "";

    @Option(
        names = "--because",
        required = true,
        paramLabel = "WHY",
        description =
            "nothing-moved: head changes no file that is measured, a success; alike: the machine"
                + " says that head and base are the same once built, neutral; not-yet: base has no"
                + " loomwatch.yaml, neutral; failed: it should have been measured, a failure.")
    private String because = "";

    @Override
    public Integer call() {
      String commit = GitHubOptions.sha(sha);
      var url = details.read();
      Unmeasured why = why();
      System.out.println(
          new CheckPublisher(hub.hub(), hub.service()).publish(commit, why.report(url), url));
      return ExitCode.PASS;
    }

    private Unmeasured why() {
      List<String> known = Arrays.stream(Unmeasured.values()).map(Unmeasured::label).toList();
      int index = known.indexOf(because);
      if (index < 0) {
        throw new UsageException(
            "--because must be one of " + String.join(", ", known) + ", was '" + because + "'");
      }
      return Unmeasured.values()[index];
    }
  }

  @Command(
      name = "comment",
      description = {
        "Keeps one comment on the pull request whose head is a commit.",
        "",
        "It is written when something is shown to have changed, and from then on edited in place."
            + " Without a change and without a comment nothing is written, nor when the pull request"
            + " has moved on to another commit. The token needs pull-requests: write."
      })
  static final class PublishCommentCommand implements Callable<Integer> {
    @Mixin private UntrustedRunOptions run = new UntrustedRunOptions();
    @Mixin private GitHubOptions hub = new GitHubOptions();

    @Option(
        names = "--sha",
        required = true,
        paramLabel = "SHA",
        description = "The commit; the run's head must be it, and the pull request's.")
    private String sha = "";

    @Option(
        names = "--pr",
        paramLabel = "N",
        description = "The pull request; its head must be the commit. Default: GitHub is asked.")
    private @Nullable Integer number;

    @Override
    public Integer call() {
      String commit = GitHubOptions.sha(sha);
      var details = run.detailsUrl();
      JudgedRun judged = run.read(commit);
      RecentChecks recent = recent(judged, commit, new CheckPublisher(hub.hub(), hub.service()));
      CommentPublisher publisher = new CommentPublisher(hub.hub(), hub.service());
      PullRequestComment comment = PullRequestComment.of(judged, details, recent);
      System.out.println(publisher.publish(commit, number, comment));
      return ExitCode.PASS;
    }
  }

  @Command(
      name = "issue",
      description = {
        "Keeps one issue for each change that a run or history shows: opens, updates, closes.",
        "",
        "Of a trend.json each confirmed regression in history is one issue, data that stopped coming is"
            + " one. A comparison is one change, with all its metrics. A run of head alone"
            + " has an issue for each scenario whose limits it breaks. An issue is closed when the level returns; what a run"
            + " cannot tell leaves it as it is. Label loomwatch-acknowledged keeps it closed once"
            + " closed, until the level returns; loomwatch-accepted closes it for good. In a"
            + " repository with issues switched off nothing is done. The token needs issues: write."
      })
  static final class PublishIssueCommand implements Callable<Integer> {
    @Parameters(
        arity = "1..*",
        paramLabel = "PATH",
        description =
            "Runs' output directories, which may be untrusted contributors', and trend.json files.")
    private List<Path> paths = List.of();

    @Mixin private IssueOptions sources = new IssueOptions();
    @Mixin private GitHubOptions hub = new GitHubOptions();

    @Override
    public Integer call() {
      sources.read(paths).forEach(this::publish);
      return ExitCode.PASS;
    }

    private void publish(IssueSource source) {
      if (source.issues().isEmpty()) {
        System.out.println("no issue: nothing changed, and nothing returned");
        return;
      }
      IssuePublisher publisher = new IssuePublisher(hub.hub(), hub.service());
      publisher.publish(source.issues()).forEach(System.out::println);
      if (source.report() != null) {
        publisher.closeGone(source::gone).forEach(System.out::println);
      }
    }
  }

  @Command(
      name = "accepted",
      hidden = true,
      description = {
        "Adds changes that were accepted on pull requests to a history's accepted.yaml.",
        "",
        "A commit counts if the check of the pull request that it came by says so, which /perf accept"
            + " writes. What the file says stays. The token needs contents: read, pull-requests: read and"
            + " checks: read."
      })
  static final class PublishAcceptedCommand implements Callable<Integer> {
    /** As many as one push has measured; the next one asks again. */
    private static final int NEWEST = 10;

    @Mixin private HistoryOption history = new HistoryOption();
    @Mixin private GitHubOptions hub = new GitHubOptions();

    @Override
    public Integer call() {
      Accepted kept = history.acceptedOnPulls();
      List<String> asked =
          history.existing().read().newestCommits(NEWEST).stream()
              .filter(commit -> !kept.names(commit))
              .toList();
      List<Accepted.Change> changes = new AcceptedPulls(hub.hub(), hub.service()).of(asked);
      changes.forEach(change ->
          System.out.printf("accepted %s: %s%n", change.commit(), Plain.text(change.why())));
      if (changes.isEmpty()) {
        System.out.printf("nothing new was accepted, of %d commits%n", asked.size());
      } else if (!hub.dryRun) {
        AcceptedWriter.write(
            history.acceptedFile(), kept.and(new Accepted(null, changes, List.of())));
      }
      return ExitCode.PASS;
    }
  }

  @Command(
      name = "benchmark",
      description = {
        "Writes a run's numbers that decide as github-action-benchmark reads them.",
        "",
        "One file for each direction: smaller-is-better.json for the tool customSmallerIsBetter,"
            + " bigger-is-better.json for customBiggerIsBetter, if there is such a metric. What was"
            + " not measured is left out: the action reads a missing value as 0. Each number is a"
            + " chart, so there are at most 30: of the limits with gate: true, the first in the"
            + " order of thresholds.yaml."
      })
  static final class PublishBenchmarkCommand implements Callable<Integer> {
    @Mixin private UntrustedRunOptions run = new UntrustedRunOptions();

    @Option(
        names = "--out",
        required = true,
        paramLabel = "DIR",
        description = "Where the files go; made if need be.")
    private Path out = Path.of(".");

    @Option(
        names = "--sha",
        paramLabel = "SHA",
        description = "The commit; if given, the run's head must be it.")
    private @Nullable String sha;

    @Override
    public Integer call() {
      Map<String, String> files =
          ChartExport.inputs(run.read(sha), run.thresholds(), run.detailsUrl());
      if (files.isEmpty()) {
        throw new RecordException(
            run.path()
                + " must hold a number that decides, held none: a limit with gate: true must be of"
                + " what was measured");
      }
      files.forEach((name, json) -> {
        AtomicFile.write(out.resolve(name), json);
        System.out.println(out.resolve(name));
      });
      return ExitCode.PASS;
    }
  }

  /** Reads the checks of other pull requests, but only for an inconclusive verdict. */
  private static RecentChecks recent(JudgedRun run, String sha, CheckPublisher publisher) {
    return run.verdict().verdict() == Outcome.INCONCLUSIVE
        ? publisher.recent(sha)
        : RecentChecks.UNKNOWN;
  }

  static final class GitHubOptions {
    private static final int LONGEST_PATIENCE = 3_600;

    @Option(
        names = "--repo",
        required = true,
        paramLabel = "OWNER/NAME",
        description = "The repository.")
    private String repository = "";

    @Option(
        names = "--service",
        hidden = true,
        paramLabel = "FOLDER",
        description =
            "Of several services in the repository, the folder of the one this is about; its check,"
                + " comment and issues are its own. Default: the repository's only one.")
    private String service = "";

    @Option(
        names = "--author",
        hidden = true,
        paramLabel = "LOGIN",
        description =
            "The login the token writes as, by which our own comments and issues are found again."
                + " Default: GitHub is asked; a job's own token is github-actions[bot].")
    private @Nullable String author;

    @Option(
        names = "--dry-run",
        description = "Print what would be sent, and send nothing but questions.")
    private boolean dryRun;

    @Option(
        names = "--give-up-after",
        hidden = true,
        paramLabel = "SECONDS",
        description = "How long to try again while GitHub is busy or away. Default: 300.")
    private int patience = 300;

    Hub hub() {
      // Accounts of an enterprise have a suffix after an underscore.
      if (!repository.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,38}/[A-Za-z0-9._-]{1,100}")) {
        throw new UsageException("--repo must be OWNER/NAME, was '" + repository + "'");
      }
      if (patience < 1 || patience > LONGEST_PATIENCE) {
        throw new UsageException(
            "--give-up-after must be from 1 to "
                + LONGEST_PATIENCE
                + " (seconds), was "
                + patience);
      }
      return Hub.of(
          Endpoint.of(Invocation.current().environment()),
          repository,
          new Hub.Manner(
              dryRun ? Hub.Writing.DRY : Hub.Writing.REAL,
              Duration.ofSeconds(patience),
              author,
              System.out,
              System.err));
    }

    ServiceFolder service() {
      return service(service);
    }

    static ServiceFolder service(String service) {
      try {
        return new ServiceFolder(service);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--service: " + e.getMessage());
      }
    }

    /** Requires a full commit id, as a short one may become ambiguous. */
    static String sha(String sha) {
      return sha("--sha", sha);
    }

    static String sha(String option, String sha) {
      if (!sha.matches("[0-9a-f]{40}")) {
        throw new UsageException(option + " must be 40 hexadecimal digits, was '" + sha + "'");
      }
      return sha;
    }
  }
}
