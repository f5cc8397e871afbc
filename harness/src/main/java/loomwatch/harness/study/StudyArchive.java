package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.study.StudyPast;
import loomwatch.results.study.StudyRecord;

/**
 * The records of studies: {@code NAME/ID/record.json} for those measured here, and archived ones,
 * packed, as {@code NAME.json.gz} with earlier results of their claims.
 */
public final class StudyArchive {
  private StudyArchive() {}

  /** Returns the runs of a study on this machine. */
  static CampaignStore<StudyRecord> measured(Path out, String study) {
    return CampaignStore.ofStudy(out.resolve("studies").resolve(study));
  }

  /** Reports an unreadable record, which must not hide the others. */
  private static void leaveOut(RecordException unreadable) {
    System.err.println("loomwatch: left out: " + unreadable.getMessage());
  }

  /** Returns archived records, one of each study, by name. Unreadable ones are reported. */
  public static SortedMap<String, StudyRecord> kept(Path folder) throws IOException {
    SortedMap<String, StudyRecord> records = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*.json" + PackedFile.ENDING)) {
      for (Path file : files) {
        try {
          StudyRecord record = StudyRecord.FORMAT.read(file);
          records.put(record.design().name(), record);
        } catch (RecordException e) {
          leaveOut(e);
        }
      }
    }
    return records;
  }

  /** Returns archived records, of which there must be at least one. */
  public static SortedMap<String, StudyRecord> existing(Path folder) throws IOException {
    SortedMap<String, StudyRecord> records =
        Files.isDirectory(folder) ? kept(folder) : new TreeMap<>();
    if (records.isEmpty()) {
      throw new UsageException(
          "%s must be a folder of records that study --keep packed, held none; name another"
              .formatted(folder));
    }
    return records;
  }

  /**
   * Returns all records in a folder by name: archived ones, and the newest measured here, which
   * take precedence. Unreadable ones are reported.
   */
  public static SortedMap<String, StudyRecord> all(Path studies) throws IOException {
    if (!Files.isDirectory(studies)) {
      return new TreeMap<>();
    }
    SortedMap<String, StudyRecord> records = kept(studies);
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(studies, Files::isDirectory)) {
      for (Path folder : folders) {
        try {
          CampaignStore.ofStudy(folder)
              .newest()
              .ifPresent(record -> records.put(record.design().name(), record));
        } catch (RecordException e) {
          leaveOut(e);
        }
      }
    }
    return records;
  }

  /** Archives a record in place of an earlier one, with the results of its claims. */
  public static Path keep(Path folder, StudyVerdict verdict) throws IOException {
    StudyRecord record = verdict.record();
    StudyPast.in(folder, record.design().name()).plus(point(verdict)).write(folder);
    Path plain = folder.resolve(record.design().name() + ".json");
    AtomicFile.write(plain, StudyRecord.FORMAT.write(record));
    PackedFile.pack(plain);
    return PackedFile.of(plain);
  }

  private static StudyPast.Point point(StudyVerdict verdict) {
    Map<String, StudyPast.Contrast> claims = new TreeMap<>();
    for (ClaimFinding finding : verdict.claims()) {
      Value value = finding.value();
      if (value != null) {
        Interval interval = value.interval();
        claims.put(
            finding.claim().name(),
            new StudyPast.Contrast(
                value.mean(),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high()));
      }
    }
    StudyRecord record = verdict.record();
    return new StudyPast.Point(record.id(), record.createdAt(), record.fingerprint(), claims);
  }
}
