package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.cli.IssueOptions.IssueSource;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.notify.HttpSender;
import loomwatch.harness.notify.Notices;
import loomwatch.harness.notify.Notifier;
import loomwatch.harness.notify.NotifyReader;
import loomwatch.harness.notify.Receiver;
import loomwatch.harness.notify.Secrets;
import loomwatch.reporting.publish.DetailsUrl;
import loomwatch.reporting.publish.Issue;
import loomwatch.reporting.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "notify",
    description = {
      "Sends what issues say to Slack, Teams, Mattermost, webhooks.",
      "",
      "notify.yaml beside loomwatch.yaml names the receivers, and variables that hold their secrets. Each"
          + " issue is one message: Slack, Mattermost and webhooks have it brought up to date; Teams"
          + " gets a second one when it is over. notices.json beside the history keeps what was sent,"
          + " so nothing is sent twice, and what failed is sent by the next run."
    },
    footer = {
      "  ./loomwatch notify out/trend.json --dry-run    what would be sent",
      "  ./loomwatch notify out/latest out/trend.json --history gh-pages/history",
      "",
      "  schema: 1                                      notify.yaml",
      "  notify:",
      "    - slack: {channel: C0123456789, token: SLACK_TOKEN}",
      "      events: [opened, closed]   also regressed, budget, missing; default: all",
      "    - teams: {url: TEAMS_URL}",
      "    - mattermost: {server: https://chat.acme.com, channel: ID, token: NAME}",
      "    - webhook: {url: HOOK_URL, secret: HOOK_SECRET}",
      "",
      "Exit codes: 0 all was sent, 64 wrong usage, 65 a bad input file,",
      "            75 a receiver is busy or away, 77 one refuses.",
      "",
      "Environment:",
      "  NAME              each secret that notify.yaml names",
      "  LOOMWATCH_NOTIFY  or all of them, as lines NAME=value",
      "  SLACK_API_URL     where Slack is; default: https://slack.com/api"
    })
final class NotifyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description = "Runs' output directories, and trend.json files, as for publish issue.")
  private List<Path> paths = List.of();

  @Mixin private IssueOptions issues = new IssueOptions();

  @Option(
      names = "--config",
      hidden = true,
      paramLabel = "FILE",
      description = "The receivers. Default: notify.yaml beside loomwatch.yaml.")
  private @Nullable Path config;

  @Option(
      names = "--service",
      hidden = true,
      paramLabel = "FOLDER",
      description = "Of several services, the folder of the one this is about.")
  private String service = "";

  @Option(
      names = "--unmeasured",
      hidden = true,
      paramLabel = "TITLE",
      description = "Send the watchdog's alert instead; an empty one is over.")
  private @Nullable String unmeasured;

  @Option(
      names = "--because",
      hidden = true,
      paramLabel = "TEXT",
      description = "What the watchdog's alert says.")
  private String because = "";

  @Option(names = "--dry-run", description = "Print what would be sent, and send nothing.")
  private boolean dryRun;

  @Override
  public Integer call() throws InterruptedException {
    if (paths.isEmpty() == (unmeasured == null)) {
      throw new UsageException(
          "notify must be given what to send: out/trend.json, a run's directory or both");
    }
    List<Receiver> receivers = receivers();
    ServiceFolder folder = PublishCommand.GitHubOptions.service(service);
    List<IssueSource> sources = issues.read(paths);
    List<Issue> sent = new ArrayList<>();
    sources.forEach(source -> source.issues().forEach(issue -> sent.add(issue.about(folder))));
    if (unmeasured != null) {
      sent.add(watchdog(unmeasured));
    }
    DetailsUrl site = issues.site();
    Notifier notifier =
        new Notifier(
            new Notices(issues.history().resolveSibling("notices.json")),
            new Notifier.Delivery(
                dryRun ? null : new HttpSender(System.err),
                new Secrets(Invocation.current().environment()),
                service,
                sources.stream()
                    .map(IssueSource::report)
                    .filter(Objects::nonNull)
                    .map(report -> report.history().head())
                    .collect(Collectors.joining(" ")),
                site == null ? null : site + "#alerts",
                System.out,
                System.err));
    return notifier.send(
        receivers,
        sent,
        key -> sources.stream().flatMap(source -> source.gone(key).stream()).findFirst());
  }

  private List<Receiver> receivers() {
    Path file =
        config == null ? Installation.ofLauncher().project().resolve("notify.yaml") : config;
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          file + " must name receivers, is not there; ./loomwatch notify --help shows one");
    }
    return NotifyReader.read(file);
  }

  private Issue watchdog(String title) {
    boolean whole = title.isEmpty();
    return new Issue(
        "missing/runs",
        whole ? Issue.State.RETURNED : Issue.State.BROKEN,
        whole ? "measured again" : title,
        "",
        List.of(whole ? "Measuring works again." : because),
        null);
  }
}
