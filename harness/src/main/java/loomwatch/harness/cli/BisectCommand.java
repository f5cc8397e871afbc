package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.bisect.BisectJob;
import loomwatch.harness.bisect.SearchRange;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.verdict.Outcome;
import loomwatch.measure.launch.Children;
import loomwatch.measure.variants.Artifact.ArtifactVersion;
import loomwatch.measure.variants.MavenVersions;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.reporting.json.BisectJson;
import loomwatch.reporting.report.BisectReport;
import loomwatch.results.Metric;
import loomwatch.results.NearestName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "bisect",
    description = {
      "Finds the commit that made it worse.",
      "",
      "Commits between a good and a bad one are compared with the good one. So are versions of Tomcat,"
          + " Spring Boot or a library that the build's own Maven lists, with the last commit.",
      "",
      "First bad is compared with good, as compare does it. What got worse there the most clearly"
          + " is then followed alone, by five rounds for each commit. An answer may mislead, so it"
          + " moves belief and cuts nothing off; one that says little is asked for again. Commits"
          + " that do not build or start are skipped. A merge counts as one commit.",
      "",
      "Where requests do more, such as SQL statements, that is followed: by counting alone, as"
          + " compare --counts does it, in about a minute for each commit. If --metric names such a"
          + " count, bad is compared in the same way.",
      "",
      "64 commits take about 7 comparisons. Stopped at any time, the same command goes on.",
      "",
      "The exit code is 0 when one commit is shown, 2 when a range of them is, 3 when bad cannot be"
          + " measured validly, 4 when nothing got worse."
    },
    footer = {
      "  ./loomwatch bisect --good v1.4 --bad main",
      "  ./loomwatch bisect --good HEAD~20 --bad HEAD --scenario items \\",
      "      --mode virtual --metric cpu-per-request",
      "  ./loomwatch bisect --good v1.4 --bad main --metric sql-statements",
      "  ./loomwatch bisect --good boot=3.5.6 --bad boot=3.5.16"
    })
final class BisectCommand implements Callable<Integer> {
  @Option(
      names = "--good",
      required = true,
      paramLabel = "REV",
      description = "A commit before it got worse, or tomcat=, boot= or dep= of a version.")
  private String good = "";

  @Option(
      names = "--bad",
      required = true,
      paramLabel = "REV",
      description = "A commit, or a later version of the same, after it got worse.")
  private String bad = "";

  @Option(
      names = "--metric",
      hidden = true,
      paramLabel = "NAME",
      description = "Follow this metric. Default: what got worse the most clearly, counts first.")
  private @Nullable String metric;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where comparisons are kept. Default: a folder in out/bisect.")
  private @Nullable Path out;

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<Metric> named = metric == null ? Optional.empty() : Optional.of(metric(metric));
    Installation installation = service.installation();
    MeasuringRequest request =
        measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), null);
    SearchRange range = range(installation);
    System.err.printf(
        "loomwatch: bisect: %s; the last of them is compared first%n", range.shown(good));
    BisectJob.BisectResult result =
        new BisectJob(installation, request, thresholds.read(installation), range, out).run(named);
    if (result.findings().isEmpty()) {
      boolean invalid = result.whole() == Outcome.INVALID;
      System.err.printf(
          "loomwatch: bisect: %s%n",
          invalid
              ? "bad against good must be measured validly, was not"
              : "nothing%s is shown to have got worse from %s to %s"
                  .formatted(named.map(each -> " of " + each.label()).orElse(""), good, bad));
      return invalid ? ExitCode.INVALID : ExitCode.NOTHING_MOVED;
    }
    BisectFindings findings = result.findings().get();
    System.out.print(
        output.json() ? BisectJson.write(findings) : BisectReport.render(findings, output.style()));
    return findings.one() ? ExitCode.PASS : ExitCode.INCONCLUSIVE;
  }

  private SearchRange range(Installation installation) throws IOException, InterruptedException {
    Optional<ArtifactVersion> first = ArtifactVersion.of(good);
    Optional<ArtifactVersion> last = ArtifactVersion.of(bad);
    if (first.isEmpty() && last.isEmpty()) {
      return SearchRange.between(installation.project(), good, bad);
    }
    if (!first.map(ArtifactVersion::artifact).equals(last.map(ArtifactVersion::artifact))) {
      throw new UsageException(
          "--good and --bad must be commits, or versions of the same, were %s and %s"
              .formatted(good, bad));
    }
    VariantSpec.parse("--good", good);
    VariantSpec.parse("--bad", bad);
    installation.hideFromGit();
    try (Children children = new Children()) {
      MavenVersions maven =
          new VariantBuilder(installation, children, OngoingMeasurement::say)
              .maven()
              .orElseThrow(() ->
                  new UsageException(
                      "the build must be Maven's, which lists versions, was another; compare versions one by one"));
      return SearchRange.between(
          installation.project(),
          maven,
          first.get().artifact(),
          first.get().version(),
          last.get().version());
    }
  }

  private static Metric metric(String name) {
    return Metric.named(name)
        .orElseThrow(() ->
            new UsageException(
                "unknown metric '%s'; %s"
                    .formatted(name, NearestName.suggestion(name, Metric.labels()))));
  }
}
