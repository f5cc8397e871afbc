package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Restoration;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.variants.PatchedCommit;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.reporting.report.RestorationText;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.StrictJson;
import loomwatch.results.Variant;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = {
      "Does a proposed fix restore what was lost?",
      "",
      "Compares the base of a stored regression with its head and the fix, in the scenarios and modes"
          + " that got worse, and says how much of the loss the fix restores. The exit code is the verdict"
          + " of that comparison: 0 when nothing is worse than base any more. Writes fix.json into its"
          + " directory. A patch is put on head's commit; neither your files nor your branches change."
    },
    footer = {
      "  ./loomwatch verify --fix fix.patch           of the last comparison",
      "  ./loomwatch verify --fix my-branch out/20261121T120000Z-1a2b"
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The regressed comparison's output directory. Default: the last.")
  private @Nullable Path run;

  @Option(
      names = "--fix",
      required = true,
      paramLabel = "PATCH",
      description =
          "A file that git apply takes, a revision of head with the fix, or the directory of a"
              + " comparison of base with it, which is then only reported.")
  private String fix = "";

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = service.installation();
    Path lost = run == null ? RunDirectory.latest(installation.out()) : run;
    RunDirectory directory = RunDirectory.existing(Files.exists(lost) ? lost.toRealPath() : lost);
    MeasurementRecord record = directory.readRecord().record();
    Verdict loss = directory.readVerdict();
    Comparison comparison = record.comparison();
    if (comparison == null
        || loss.verdict() != Outcome.REGRESSED
        || spec(comparison, Side.HEAD).url() != null) {
      throw new UsageException(
          "%s must hold a comparison of revisions that regressed, was %s; name one, or compare again"
              .formatted(lost, loss.verdict().label()));
    }
    Path named = Invocation.current().directory().resolve(fix);
    if (Files.exists(named.resolve("record.json"))) {
      requireSameBase(record, RunDirectory.existing(named).readRecord().record());
      return report(RunDirectory.existing(named), loss);
    }
    installation.requireMeasured(lost, record);
    Path measured = free(directory.path());
    int code =
        compare(installation, loss, record, comparison, revision(installation, record), measured);
    if (code == ExitCode.NOTHING_MOVED) {
      System.out.print(
          output.json()
              ? json(FixFile.whole(loss))
              : "\nWith the fix head is the same as base: all of the loss is restored.\n");
      return ExitCode.PASS;
    }
    if (code > ExitCode.NOTHING_MOVED) {
      return code;
    }
    return report(RunDirectory.existing(measured), loss);
  }

  private void requireSameBase(MeasurementRecord loss, MeasurementRecord fixed) {
    Variant base = Objects.requireNonNull(loss.variant(Side.BASE));
    if (base.dirty() || !base.equals(fixed.variant(Side.BASE))) {
      throw new UsageException(
          "%s must compare the same base as the loss: commit %s, with the same JDK, Tomcat and flags"
              .formatted(fix, base.revision()));
    }
  }

  private int report(RunDirectory measured, Verdict loss) throws IOException {
    Verdict fixed = measured.readVerdict();
    List<Restoration> restored = Restoration.of(loss, fixed);
    String json = json(FixFile.of(loss, fixed, restored));
    AtomicFile.write(measured.path().resolve("fix.json"), json);
    System.out.print(output.json() ? json : RestorationText.of(restored, loss, fixed));
    int code = ExitCode.of(fixed.verdict());
    boolean whole = restored.size() == Restoration.lost(loss).size();
    return whole || code != ExitCode.PASS ? code : ExitCode.INCONCLUSIVE;
  }

  private String revision(Installation installation, MeasurementRecord record)
      throws IOException, InterruptedException {
    Variant base = Objects.requireNonNull(record.variant(Side.BASE));
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    Path patch = Invocation.current().directory().resolve(fix);
    boolean patched = Files.isRegularFile(patch);
    if (base.dirty() || patched && head.dirty()) {
      throw new UsageException(
          "what was compared must be commits for a fix to be measured, was a changed working tree; commit it and compare again");
    }
    return patched
        ? PatchedCommit.of(installation.project(), head.revision(), patch.toAbsolutePath())
        : fix;
  }

  /** Returns a folder of the loss's directory that no fix was measured in yet. */
  private static Path free(Path directory) {
    int number = 1;
    while (Files.exists(directory.resolve("fix-" + number))) {
      number++;
    }
    return directory.resolve("fix-" + number);
  }

  private int compare(
      Installation installation,
      Verdict loss,
      MeasurementRecord record,
      Comparison comparison,
      String fixed,
      Path out)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "compare",
                "--base=" + spec(comparison, Side.BASE).textAt(revisionOf(record, Side.BASE)),
                "--head=" + spec(comparison, Side.HEAD).textAt(fixed),
                record.profile().equals("counts") ? "--counts" : "--profile=" + record.profile(),
                "--generator=" + record.generator(),
                "--no-why",
                "--out=" + out));
    Set<String> scenarios = new TreeSet<>();
    Set<String> modes = new TreeSet<>();
    for (MetricVerdict line : Restoration.lost(loss)) {
      scenarios.add(line.scenario());
      modes.addAll(
          line.mode() == JudgedMode.RATIO
              ? List.of("platform", "virtual")
              : List.of(line.mode().label()));
      if (line.metric() == Metric.CAPACITY && !command.contains("--capacity")) {
        command.add("--capacity");
      }
    }
    command.add("--scenario=" + String.join(",", scenarios));
    command.add("--mode=" + String.join(",", modes));
    installation.service().ifPresent(file -> command.add("--service=" + file));
    return ChildCommand.run(command).exitCode();
  }

  private static VariantSpec spec(Comparison comparison, Side side) {
    return VariantSpec.parse("--" + side.label(), comparison.spec(side));
  }

  private static String revisionOf(MeasurementRecord record, Side side) {
    return Objects.requireNonNull(record.variant(side)).revision();
  }

  private static String json(FixFile facts) {
    return JsonFormat.write(StrictJson.WITH_NULLS, facts);
  }

  /**
   * The file {@code fix.json}.
   *
   * @param recordId of base against the fix; null if they are the same service
   */
  private record FixFile(
      int schema,
      String lossRecordId,
      @Nullable String recordId,
      String verdict,
      List<Line> restored) {
    private record Line(
        String scenario,
        String mode,
        String metric,
        double lostPercent,
        double remainingPercent,
        double restoredPercent,
        @Nullable Interval interval) {
      static Line of(Restoration one) {
        return new Line(
            one.key().scenario(),
            one.key().mode().label(),
            one.key().metric().label(),
            one.lostPercent(),
            one.remainingPercent(),
            one.restoredPercent(),
            one.interval());
      }
    }

    static FixFile of(Verdict loss, Verdict fixed, List<Restoration> restored) {
      return new FixFile(
          1,
          loss.recordId(),
          fixed.recordId(),
          fixed.verdict().label(),
          restored.stream().map(Line::of).toList());
    }

    static FixFile whole(Verdict loss) {
      return new FixFile(1, loss.recordId(), null, Outcome.PASS.label(), List.of());
    }
  }
}
