package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.study.StudyJudge;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.NearestName;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.RecordException.NotWrittenException;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;
import org.jspecify.annotations.Nullable;

/** Measures several studies, or shows their latest results. */
public final class StudyCampaign {
  /** Orders exit codes: an invalid result is worst, then a claim that does not hold. */
  private static final List<Integer> WORSE_AND_WORSE =
      List.of(ExitCode.PASS, ExitCode.INCONCLUSIVE, ExitCode.REGRESSED, ExitCode.INVALID);

  private final Installation installation;
  private final StudyRequest asked;
  private final StudyFiles files;
  private final List<StudyVerdict> verdicts = new ArrayList<>();

  /** The exit code of a study that failed; else {@link ExitCode#PASS}. */
  private int failure = ExitCode.PASS;

  /**
   * The options of all studies.
   *
   * @param restart whether to ignore earlier rounds
   * @param keep a folder to archive records in; null for none
   */
  public record StudyRequest(
      boolean quick,
      boolean show,
      boolean restart,
      long seed,
      String generator,
      List<String> agents,
      @Nullable Path keep) {}

  public StudyCampaign(Installation installation, StudyRequest asked) {
    this.installation = installation;
    this.asked = asked;
    files = new StudyFiles(installation);
  }

  public List<StudyVerdict> verdicts() {
    return verdicts;
  }

  /** Returns the worst exit code of all studies. */
  public int exitCode() {
    int worst =
        verdicts.stream()
            .map(StudyCampaign::exitCode)
            .mapToInt(WORSE_AND_WORSE::indexOf)
            .max()
            .orElse(0);
    return failure == ExitCode.PASS ? WORSE_AND_WORSE.get(worst) : failure;
  }

  private static int exitCode(StudyVerdict verdict) {
    if (verdict.cells().stream().allMatch(cell -> cell.valid() == 0)) {
      return ExitCode.INVALID;
    }
    if (verdict.count(ClaimOutcome.DOES_NOT_HOLD) > 0) {
      return ExitCode.REGRESSED;
    }
    return verdict.count(ClaimOutcome.CANNOT_TELL) > 0 ? ExitCode.INCONCLUSIVE : ExitCode.PASS;
  }

  /** Shows the records in a folder of {@code study --keep}. */
  public void showKept(Path records) throws IOException {
    Map<String, Path> known = files.byName();
    for (StudyRecord record : StudyArchive.existing(records).values()) {
      Path file = known.get(record.design().name());
      add(file == null ? record : StudyJob.withClaims(files.read(file), record));
    }
  }

  /** Runs all studies that the budget allows, the oldest results first, despite failures. */
  public void all(@Nullable Duration budget) throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (String name : stalestFirst()) {
      Duration gone = Duration.ofNanos(System.nanoTime() - start);
      try {
        if (budget != null && gone.compareTo(budget) > 0) {
          OngoingMeasurement.say("the budget is spent; %s is left out".formatted(name));
        } else if (asked.show() && latest(name).isEmpty()) {
          OngoingMeasurement.say("%s was not measured here yet; it is left out".formatted(name));
        } else {
          one(name);
        }
      } catch (VariantException | ServiceException | BadFileException | RecordException broken) {
        if (broken instanceof NotWrittenException) {
          throw broken;
        }
        OngoingMeasurement.say("%s is left out: %s".formatted(name, broken.getMessage()));
        failure = broken instanceof ServiceException ? ExitCode.NO_SERVICE : ExitCode.BAD_INPUT;
      }
    }
    if (asked.show() && verdicts.isEmpty() && failure == ExitCode.PASS) {
      throw new UsageException(
          "a study must have been measured here to be shown, none was; leave --show out");
    }
  }

  private List<String> stalestFirst() throws IOException {
    List<String> names = new ArrayList<>(files.existing().keySet());
    if (!asked.show()) {
      Map<String, StudyRecord> known = StudyArchive.all(installation.out().resolve("studies"));
      names.sort(
          Comparator.comparing(
              name -> known.containsKey(name) ? known.get(name).createdAt() : Instant.MIN));
    }
    return names;
  }

  /** Runs one study, by its name or the path of its file. */
  public void one(String named) throws IOException, InterruptedException {
    StudyFile study = files.read(files.file(named));
    Optional<StudyRecord> latest =
        asked.restart() && !asked.show() ? Optional.empty() : latest(study.design().name());
    if (asked.show()) {
      StudyRecord record =
          latest.orElseThrow(() ->
              new UsageException(
                  "study %s must have been measured to be shown, was not; leave --show out"
                      .formatted(named)));
      add(StudyJob.withClaims(study, record));
      return;
    }
    StudyJob.Amount amount =
        asked.quick()
            ? StudyJob.Amount.quick(study, asked.seed())
            : StudyJob.Amount.full(study, asked.seed());
    add(
        new StudyJob(installation, study, amount, generator(study))
            .run(latest.filter(record -> record.roundsDone() < amount.rounds())));
  }

  private Optional<StudyRecord> latest(String study) throws IOException {
    return StudyArchive.measured(installation.out(), study).newest();
  }

  private GeneratorChoice generator(StudyFile study) throws IOException, InterruptedException {
    if (asked.generator().equals("wrk2")) {
      throw new UsageException(
          "--generator must be embedded or jmeter for a study, was wrk2, which knows no closed loop");
    }
    return GeneratorChoice.of(asked.generator(), null, asked.agents(), study.scenarios());
  }

  private void add(StudyRecord record) throws IOException {
    StudyVerdict verdict = StudyJudge.judge(record);
    verdicts.add(verdict);
    Path folder = asked.keep();
    if (folder != null) {
      OngoingMeasurement.say("kept in " + StudyArchive.keep(folder, verdict));
    }
  }

  /** The studies of Loomwatch and, with precedence, of the measured project. */
  public record StudyFiles(Installation installation) {
    private static final String FOLDER = "studies";

    /** Returns the files by the names of their studies. */
    public Map<String, Path> byName() throws IOException {
      Map<String, Path> files = new TreeMap<>();
      for (Path root : List.of(installation.root(), installation.project())) {
        Path folder = root.resolve(FOLDER);
        if (Files.isDirectory(folder)) {
          try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.{yaml,yml}")) {
            found.forEach(file -> files.put(StudyFile.name(file), file));
          }
        }
      }
      return files;
    }

    /** Returns the files, of which there must be at least one. */
    public Map<String, Path> existing() throws IOException {
      Map<String, Path> files = byName();
      if (files.isEmpty()) {
        throw new UsageException(
            "there must be studies in %s, were none, and those that ship take a clone of Loomwatch"
                    .formatted(installation.project().resolve(FOLDER))
                + "; write one there, or name a file by its path");
      }
      return files;
    }

    public Path file(String named) throws IOException {
      Map<String, Path> files = byName();
      Path known = files.get(named);
      if (known != null) {
        return known;
      }
      if (named.matches(".*\\.ya?ml") || named.contains("/")) {
        Path path = Path.of(named);
        if (Files.isRegularFile(path)) {
          return path;
        }
        throw new UsageException(named + " does not exist; study --list shows which there are");
      }
      throw new UsageException(
          "unknown study '%s'; %s; study --list shows all, a file of your own is named by its path"
              .formatted(named, NearestName.suggestion(named, existing().keySet())));
    }

    public StudyFile read(Path file) {
      String name = StudyFile.name(file);
      if (!name.matches(StudyDesign.NAME_PATTERN)) {
        throw new BadFileException(
            List.of(
                new Problem(
                    new Position(file.toString(), 1, 1),
                    "name of the file must be %s, was \"%s\""
                        .formatted(StudyDesign.NAME_MEANING, name),
                    "",
                    "Rename it: what is measured of it is kept under that name.")));
      }
      StudyService usual =
          installation.service().map(StudyService::of).orElse(StudyService.SHIPPED);
      return StudyFile.read(file, usual);
    }
  }
}
