package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.cli.SharedOptions.BudgetConverter;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.study.StudyCampaign;
import loomwatch.harness.study.StudyCampaign.StudyFiles;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.measure.study.StudyFile;
import loomwatch.reporting.report.StudyReport;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "study",
    description = {
      "Varies what a file names, and tests its claims.",
      "",
      "A study is a file: a service, factors with their levels, a load, and claims as inequalities"
          + " with their source. Each round launches every combination of levels once. What was"
          + " measured is kept after every round, and an interrupted study goes on where it stopped.",
      "",
      "The exit code is 0 when every claim holds, 1 when one does not, 2 when one cannot be decided,"
          + " 3 when no launch counts."
    },
    footer = {
      "  ./loomwatch study --list",
      "  ./loomwatch study waiting --quick",
      "  ./loomwatch study ours.yaml --json",
      "  ./loomwatch study waiting --show        what was measured last, judged again",
      "  ./loomwatch study --all --quick --budget 2h"
    })
final class StudyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A study of --list, or the file of one.")
  private @Nullable String name;

  @Option(names = "--list", description = "List the studies there are, and what they vary.")
  private boolean list;

  @Option(
      names = "--quick",
      description = "Three rounds and half the load: only large differences show.")
  private boolean quick;

  @Option(names = "--all", description = "Every study of --list, one after another.")
  private boolean all;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "With --all: begin no further study after so long, such as 2h or 90m.")
  private @Nullable Duration budget;

  @Option(
      names = "--restart",
      hidden = true,
      description = "Begin again, whatever was measured before.")
  private boolean restart;

  @Option(names = "--show", description = "Measure nothing: show what was measured last.")
  private boolean show;

  @Option(
      names = "--records",
      hidden = true,
      paramLabel = "DIR",
      description = "With --all --show: those kept there, not those of this machine.")
  private @Nullable Path records;

  @Option(
      names = "--keep",
      hidden = true,
      paramLabel = "DIR",
      description = "Keep what is shown there too, packed, such as for a page of documentation.")
  private @Nullable Path keep;

  @Option(
      names = "--generator",
      paramLabel = "NAME",
      defaultValue = "embedded",
      description = "embedded or jmeter, both of which can do a closed loop. Default: embedded.")
  private String generator = "embedded";

  @Option(
      names = "--agents",
      hidden = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description =
          "With --generator jmeter: other machines make the load, on which ./loomwatch agent runs.")
  private List<String> agents = List.of();

  @Option(
      names = "--seed",
      hidden = true,
      paramLabel = "N",
      description = "Draws the order of launches; recorded. Default: from the clock.")
  private long seed = System.nanoTime();

  @Mixin private ServiceOption service = new ServiceOption();

  @Option(
      names = "--json",
      description =
          "Print the result as JSON on standard output, and nothing else there; with --all a list.")
  private boolean json;

  /** Not a mixin, as its --all shows more of one verdict, and the study's --all measures more. */
  private final OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = list || show ? service.lookedAt() : service.installation();
    if (records != null && !(all && show)) {
      throw new UsageException("--records must be with --all and --show, was without; add them");
    }
    if (budget != null && !all) {
      throw new UsageException("--budget must be with --all, was without; add it");
    }
    if (json && list) {
      throw new UsageException("--json must be without --list, was with it; leave one out");
    }
    if (list) {
      list(new StudyFiles(installation));
      return ExitCode.PASS;
    }
    if (all == (name != null)) {
      throw new UsageException(
          "study must be one by its name, or --all, was %s; study --list says which there are"
              .formatted(all ? "both" : "neither"));
    }
    StudyCampaign campaign =
        new StudyCampaign(
            installation,
            new StudyCampaign.StudyRequest(quick, show, restart, seed, generator, agents, keep));
    if (records != null) {
      campaign.showKept(records);
    } else if (all) {
      campaign.all(budget);
    } else {
      campaign.one(String.valueOf(name));
    }
    show(campaign.verdicts());
    return campaign.exitCode();
  }

  private void list(StudyFiles files) throws IOException {
    List<StudyFile> studies = new ArrayList<>();
    for (Path file : files.existing().values()) {
      studies.add(files.read(file));
    }
    Document document = new Document();
    document
        .section("studies")
        .table(
            studies,
            List.of(
                Column.key("", study -> study.design().name()),
                Column.right("", study -> study.cells().size() + " cells"),
                Column.left("", study -> study.design().title())));
    System.out.print(Terminal.render(document, output.style()));
  }

  private void show(List<StudyVerdict> verdicts) throws IOException {
    if (json && all) {
      System.out.println(
          verdicts.stream()
              .map(verdict -> StudyReport.json(verdict).strip())
              .collect(Collectors.joining(",\n", "[", "]")));
      return;
    }
    for (StudyVerdict verdict : verdicts) {
      System.out.print(
          json ? StudyReport.json(verdict) : StudyReport.render(verdict, output.style()));
    }
  }
}
