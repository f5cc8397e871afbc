package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.calibrate.CalibrateJob;
import loomwatch.harness.calibrate.CalibrationArchive;
import loomwatch.harness.cli.SharedOptions.BudgetConverter;
import loomwatch.harness.cli.SharedOptions.CapacityOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibrator;
import loomwatch.judge.calibration.HostReliability;
import loomwatch.judge.calibration.Suggestion;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.reporting.report.CalibrationReport;
import loomwatch.reporting.report.CalibrationReport.SuggestionYaml;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "calibrate",
    description = {
      "Measures this machine's noise and false positives.",
      "",
      "Compares one service with itself again and again, as compare does; of the server that ships,"
          + " with each fault named too. What comes out is known beforehand, so it shows how often unchanged code would"
          + " be called regressed, how small a change can be seen, and what is caught. compare uses it: the"
          + " noise floor stands beside each change, and a blocking tolerance below twice the floor"
          + " is refused.",
      "",
      "30 comparisons of one scenario at profile quick take a night. Stopped at any time, the same"
          + " command goes on; a comparison it was stopped in is lost alone."
    },
    footer = {
      "  ./loomwatch calibrate                        30 times one service with itself",
      "  ./loomwatch calibrate --budget 8h            as many of them as fit",
      "  ./loomwatch calibrate --comparisons 20 \\",
      "      --fault cpu:10%%,latency:1ms          20 with each fault as well",
      "  ./loomwatch calibrate --spec jdk=21 --fault pin:1ms",
      "  ./loomwatch calibrate --table                the table again; no measuring",
      "  ./loomwatch calibrate --table --suggest      tolerances for thresholds.yaml",
      "  ./loomwatch calibrate --table --json kept/   of records kept elsewhere"
    })
final class CalibrateCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description =
          "With --table: folders with comparisons' record.json or record.json.gz below, of which"
              + " --keep takes record.json alone. Default: this machine's.")
  private List<Path> folders = List.of();

  @Option(
      names = "--table",
      description = "Measure nothing: compute everything again from stored comparisons.")
  private boolean table;

  @Option(
      names = "--suggest",
      description =
          "Print tolerances that this machine can hold, for thresholds.yaml, with the false positives"
              + " and minutes they would have cost, in place of the table.")
  private boolean suggest;

  @Option(
      names = "--keep",
      hidden = true,
      paramLabel = "FOLDER",
      description =
          "With --table DIR: keep the records of each host for good in FOLDER, packed, the newest"
              + " --comparisons of each kind, and its calibration.json. The exit code is 1 when there"
              + " are more false positives or fewer catches than chance allows. --json prints a list.")
  private @Nullable Path keep;

  @Option(
      names = "--comparisons",
      hidden = true,
      paramLabel = "N",
      defaultValue = "30",
      description = "Of one service with itself, and as many with each fault. Default: 30.")
  private int comparisons = 30;

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "KIND:SIZE",
      description =
          "Faults to be caught: cpu:10%%, alloc:2%%, latency:1ms, lock:1ms, pin:1ms, tail:1%%:20ms,"
              + " leak:32B, retain:64MiB, gc:2, collect:20000, background:1%%.")
  private List<String> faults = List.of();

  @Option(
      names = "--spec",
      hidden = true,
      paramLabel = "SPEC",
      description =
          "What is compared with itself, as for compare. Default: the working tree, or the url of a"
              + " service that has one.")
  private @Nullable String spec;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "Begin no comparison after the first that would not end within it, such as 8h.")
  private @Nullable Duration budget;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where comparisons and calibration.json are. Default: a folder in out/calibration for"
              + " this machine, profile and generator, which is where compare looks.")
  private @Nullable Path out;

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Mixin private CapacityOption capacity = new CapacityOption();
  @Mixin private ThresholdsOption thresholdsFile = new ThresholdsOption();

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = table ? service.lookedAt() : service.installation();
    MeasuringRequest request =
        measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), null);
    Thresholds thresholds = thresholdsFile.read(installation);
    if (keep != null) {
      return keep(keep, thresholds);
    }
    try (Machine machine = Machine.here()) {
      CampaignStore<MeasurementRecord> store =
          CampaignStore.ofComparisons(
              out == null ? StoredCalibration.folder(installation, request, machine.host()) : out);
      if (!table) {
        if (!folders.isEmpty()) {
          throw new UsageException(
              "DIR is for --table, which measures nothing; --out says where comparisons go");
        }
        new CalibrateJob(
                installation,
                new CalibrateJob.CalibrationRequest(
                    request, capacity.beyond(), spec(installation), faults, comparisons, budget),
                thresholds,
                store,
                machine)
            .run();
      }
      show(store.folder(), thresholds);
    }
    return ExitCode.PASS;
  }

  /** Returns the option, or the URL of a service that runs elsewhere, or the working tree. */
  private String spec(Installation installation) {
    return spec != null
        ? spec
        : installation
            .spec()
            .flatMap(file -> file.service().start().url())
            .map(url -> "url=" + url)
            .orElse("ref=.");
  }

  private int keep(Path into, Thresholds thresholds) throws IOException {
    if (!table || folders.isEmpty() || comparisons < 1) {
      throw new UsageException("--keep needs --table, DIR and at least 1 of --comparisons");
    }
    folders.forEach(CalibrateCommand::requireFolder);
    List<StoredCalibration> hosts =
        new CalibrationArchive(into, comparisons)
            .add(folders, Installation.ofLauncher().known(), thresholds);
    if (output.json()) {
      System.out.println(
          hosts.stream()
              .map(made -> made.text().strip())
              .collect(Collectors.joining(",\n", "[", "]")));
    }
    int code = ExitCode.PASS;
    for (StoredCalibration made : hosts) {
      if (!output.json()) {
        System.out.print(CalibrationReport.render(made.calibration(), output.style()));
      }
      for (String fault : new HostReliability(made.calibration()).faults()) {
        (output.json() ? System.err : System.out).println("\n✘ Not chance: " + fault + ".");
        code = ExitCode.REGRESSED;
      }
    }
    return code;
  }

  private static void requireFolder(Path source) {
    if (!Files.isDirectory(source)) {
      throw new UsageException(
          source + " is no folder; ./loomwatch calibrate measures, --table DIR names another");
    }
  }

  private void show(Path folder, Thresholds thresholds) throws IOException {
    List<MeasurementRecord> records = new ArrayList<>();
    List<Path> sources = folders.isEmpty() ? List.of(folder) : folders;
    for (Path source : sources) {
      requireFolder(source);
      records.addAll(CampaignStore.ofComparisons(source).records());
    }
    if (suggest) {
      System.out.print(SuggestionYaml.render(Suggestion.of(records, thresholds)));
      return;
    }
    Calibration calibration = Calibrator.of(records, thresholds);
    StoredCalibration made = StoredCalibration.of(calibration);
    boolean kept = folders.isEmpty() || out != null;
    if (kept) {
      made.keep(folder);
    }
    System.out.print(
        output.json() ? made.text() : CalibrationReport.render(calibration, output.style()));
    if (kept && !output.json()) {
      System.out.println("\nKept in " + folder.resolve(StoredCalibration.FILE));
    }
  }
}
