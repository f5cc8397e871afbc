package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.study.Earlier;
import loomwatch.harness.study.StudyFiles;
import loomwatch.harness.study.StudyJob;
import loomwatch.harness.study.StudyStore;
import loomwatch.judge.study.StudyJudge;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.RecordException.NotWrittenException;
import loomwatch.results.study.StudyRecord;
import loomwatch.results.yaml.BadFileException;
import loomwatch.tell.report.StudyReport;
import loomwatch.tell.report.StudyVerdictJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Designs over factors, with claims. */
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = {
      "Varies what a file names, and tests its claims.",
      "",
      "A study is a file: a subject, factors with their levels, a load, and claims as inequalities"
          + " with their source. Each block launches every combination of levels once. What was"
          + " measured is kept after every block, and an interrupted study goes on where it stopped.",
      "",
      "The exit code is 0 when every claim holds, 1 when one does not, 2 when one cannot be told,"
          + " 3 when no launch counts.",
      ""
    },
    footerHeading = "%nExamples:%n",
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
      description = "Three blocks and half the load: large differences alone can be told.")
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
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "embedded",
      description = "embedded or jmeter, both of which can do a closed loop. Default: embedded.")
  private String engine = "embedded";

  @Option(
      names = "--agents",
      hidden = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description =
          "With --engine jmeter: other machines make the load, on which ./loomwatch agent runs.")
  private List<String> agents = List.of();

  @Option(
      names = "--seed",
      hidden = true,
      paramLabel = "N",
      description = "Draws the order of launches; recorded. Default: from the clock.")
  private long seed = System.nanoTime();

  @Mixin private SubjectOption subject = new SubjectOption();

  @Option(
      names = "--json",
      description =
          "Print the result as JSON on standard output, and nothing else there; with --all a list.")
  private boolean json;

  /** Not mixed in: its --all shows more of one verdict, ours measures more. */
  private final OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = list || show ? subject.lookedAt() : subject.installation();
    StudyFiles files = new StudyFiles(installation);
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
      StudyList.print(files, output.style());
      return ExitCode.PASS;
    }
    if (all == (name != null)) {
      throw new UsageException(
          "study must be one by its name, or --all, was %s; study --list tells which there are"
              .formatted(all ? "both" : "neither"));
    }
    return all ? all(installation, files) : shown(one(installation, files, String.valueOf(name)));
  }

  /** Each that there is time to begin, the stalest first; one that cannot be had stops no other. */
  private int all(Installation installation, StudyFiles files)
      throws IOException, InterruptedException {
    if (records != null) {
      List<StudyVerdict> kept = new ArrayList<>();
      Map<String, Path> known = files.byName();
      for (StudyRecord record : StudyStore.existing(records).values()) {
        Path file = known.get(record.design().name());
        kept.add(
            StudyJudge.judge(
                file == null
                    ? record
                    : new Earlier(record).asClaimedBy(files.read(file), System.err::println)));
      }
      keep(kept);
      return shown(kept);
    }
    long start = System.nanoTime();
    List<StudyVerdict> verdicts = new ArrayList<>();
    int code = ExitCode.PASS;
    for (String each : stalestFirst(installation, files)) {
      Duration gone = Duration.ofNanos(System.nanoTime() - start);
      try {
        if (budget != null && gone.compareTo(budget) > 0) {
          System.err.printf("loomwatch: the budget is spent; %s is left out%n", each);
        } else if (show && new StudyStore(installation.out()).latest(each).isEmpty()) {
          System.err.printf("loomwatch: %s was not measured here yet; it is left out%n", each);
        } else {
          verdicts.addAll(one(installation, files, each));
        }
      } catch (ArmException | SubjectException | BadFileException | RecordException broken) {
        if (broken instanceof NotWrittenException) {
          throw broken;
        }
        System.err.printf("loomwatch: %s is left out: %s%n", each, broken.getMessage());
        code = broken instanceof SubjectException ? ExitCode.NO_SUBJECT : ExitCode.BAD_INPUT;
      }
    }
    if (show && verdicts.isEmpty() && code == ExitCode.PASS) {
      throw new UsageException(
          "a study must have been measured here to be shown, none was; leave --show out");
    }
    int shown = shown(verdicts);
    return code == ExitCode.PASS ? shown : code;
  }

  private List<String> stalestFirst(Installation installation, StudyFiles files)
      throws IOException {
    List<String> names = new ArrayList<>(files.existing().keySet());
    if (!show) {
      Map<String, StudyRecord> known = StudyStore.all(installation.out().resolve("studies"));
      names.sort(
          Comparator.comparing(
              name -> known.containsKey(name) ? known.get(name).createdAt() : Instant.MIN));
    }
    return names;
  }

  private List<StudyVerdict> one(Installation installation, StudyFiles files, String named)
      throws IOException, InterruptedException {
    List<StudyVerdict> found = found(installation, files, named);
    keep(found);
    return found;
  }

  private List<StudyVerdict> found(Installation installation, StudyFiles files, String named)
      throws IOException, InterruptedException {
    StudyFile study = files.read(files.file(named));
    StudyStore store = new StudyStore(installation.out());
    Optional<StudyRecord> latest =
        restart && !show ? Optional.empty() : store.latest(study.design().name());
    if (show) {
      StudyRecord record =
          latest.orElseThrow(() ->
              new UsageException(
                  "study %s must have been measured to be shown, was not; leave --show out"
                      .formatted(named)));
      return List.of(StudyJudge.judge(new Earlier(record).asClaimedBy(study, System.err::println)));
    }
    StudyJob.Amount amount =
        quick ? StudyJob.Amount.quick(study, seed) : StudyJob.Amount.full(study, seed);
    Optional<StudyRecord> earlier = latest.filter(record -> record.blocksDone() < amount.blocks());
    List<StudyVerdict> verdicts = new ArrayList<>();
    new StudyJob(installation, study, amount, engine(study))
        .run(
            earlier,
            (record, session) -> {
              verdicts.add(StudyJudge.judge(record));
              return ExitCode.PASS;
            });
    return verdicts;
  }

  private EngineChoice engine(StudyFile study) throws IOException, InterruptedException {
    if (engine.equals("wrk2")) {
      throw new UsageException(
          "--engine must be embedded or jmeter for a study, was wrk2, which knows no closed loop");
    }
    return EngineChoice.of(engine, null, agents, study.scenarios());
  }

  private void keep(List<StudyVerdict> verdicts) throws IOException {
    if (keep != null) {
      for (StudyVerdict verdict : verdicts) {
        System.err.println("loomwatch: kept in " + StudyStore.keep(keep, verdict));
      }
    }
  }

  /** As asked for; the code is the worst. */
  private int shown(List<StudyVerdict> verdicts) throws IOException {
    if (json && all) {
      System.out.println(
          verdicts.stream()
              .map(verdict -> StudyVerdictJson.write(verdict).strip())
              .collect(Collectors.joining(",\n", "[", "]")));
    } else {
      for (StudyVerdict verdict : verdicts) {
        System.out.print(
            json ? StudyVerdictJson.write(verdict) : StudyReport.render(verdict, output.style()));
      }
    }
    return StudyExit.of(verdicts);
  }
}
