package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * The records of studies: {@code studies/NAME/ID/record.json} under the output folder, each whole
 * after every block.
 *
 * @param out the output folder
 */
public record StudyStore(Path out) {
  private static final String RECORD = "record.json";

  /** Where a record of that id lies. */
  public Path place(String study, String id) {
    return out.resolve("studies").resolve(study).resolve(id);
  }

  /** Keeps it in place of what it was after the block before. */
  void write(Path directory, StudyRecord record) {
    AtomicFile.write(directory.resolve(RECORD), StudyRecord.FORMAT.write(record));
  }

  /**
   * The newest of that study, if there is one.
   *
   * @throws RecordException when it cannot be read
   */
  public Optional<StudyRecord> latest(String study) throws IOException {
    return newest(study).map(StudyRecord.FORMAT::read);
  }

  private Optional<Path> newest(String study) throws IOException {
    Path folder = out.resolve("studies").resolve(study);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    TreeSet<Path> found = new TreeSet<>(Comparator.comparing(Path::getFileName));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        if (Files.isRegularFile(each.resolve(RECORD))) {
          found.add(each);
        }
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(found.last().resolve(RECORD));
  }

  /** One that cannot be read hides no other. */
  private static Optional<StudyRecord> readable(Path file) {
    try {
      return Optional.of(StudyRecord.FORMAT.read(file));
    } catch (RecordException e) {
      System.err.println("loomwatch: left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Records kept elsewhere, such as beside documentation: one of each study, by name. What cannot
   * be read is left out, which standard error says.
   *
   * @param folder of packed records, each named after its study
   */
  public static SortedMap<String, StudyRecord> kept(Path folder) throws IOException {
    SortedMap<String, StudyRecord> records = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*.json" + PackedFile.ENDING)) {
      for (Path file : files) {
        readable(file).ifPresent(record -> records.put(record.design().name(), record));
      }
    }
    return records;
  }

  /**
   * The same, where there must be some.
   *
   * @throws UsageException when there are none that can be read
   */
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
   * All that a folder of studies holds, by name: those kept there, and the newest of those measured
   * here. Nothing where there is no such folder. What cannot be read is left out, which standard
   * error says.
   *
   * @param studies such as that of an output folder
   */
  public static SortedMap<String, StudyRecord> all(Path studies) throws IOException {
    if (!Files.isDirectory(studies)) {
      return new TreeMap<>();
    }
    SortedMap<String, StudyRecord> records = kept(studies);
    StudyStore measured = new StudyStore(studies.resolveSibling(""));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(studies, Files::isDirectory)) {
      for (Path folder : folders) {
        measured
            .newest(folder.getFileName().toString())
            .flatMap(StudyStore::readable)
            .ifPresent(record -> records.put(record.design().name(), record));
      }
    }
    return records;
  }

  /**
   * Keeps one so, in place of an earlier one of the same study, and adds what its claims came to.
   */
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
