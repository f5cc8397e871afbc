package loomwatch.harness.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;

/**
 * Where a calibration's comparisons are: one directory for each, as of any comparison, and {@code
 * calibration.json} beside them. A comparison that was stopped has left no record, and counts for
 * nothing.
 *
 * @param path of the folder; the first comparison creates it
 */
public record CampaignFolder(Path path) {
  private static final String RECORD = "record.json";

  /** For keeping many records: what {@code gzip} makes of one. */
  public static final String PACKED = RECORD + ".gz";

  /** Of the hash, enough to tell the hosts of one team apart. */
  private static final int HASH_DIGITS = 12;

  /** The usual one of a host, profile and engine: noise is theirs. */
  public static CampaignFolder of(Installation installation, MeasuringRequest request, Host host) {
    return named(
        installation.out().resolve("calibration"),
        request.profile().name(),
        request.engine().label(),
        host);
  }

  /** The one among such folders that a comparison belongs into. */
  public static CampaignFolder in(Path folders, MeasurementRecord record) {
    return named(folders, record.profile(), record.engine(), record.host());
  }

  private static CampaignFolder named(Path folders, String profile, String engine, Host host) {
    String hash = Fingerprint.ofHost(host).substring("sha256:".length());
    return new CampaignFolder(
        folders.resolve(
            String.format(
                Locale.ROOT, "%s-%s-%s", profile, engine, hash.substring(0, HASH_DIGITS))));
  }

  /** The directory of one comparison. */
  public Path of(String id) {
    return path.resolve(id);
  }

  /** What was made of them so far, by today's rules; nothing when there is none. */
  public Optional<StoredCalibration> calibration() {
    return StoredCalibration.in(path).map(stored -> stored.current(path));
  }

  /**
   * Every record below, by path; none when there is no such folder.
   *
   * @throws RecordException when one cannot be read
   */
  public List<MeasurementRecord> records() throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> records =
          files.filter(file -> file.endsWith(RECORD) || file.endsWith(PACKED)).sorted().toList();
      return records.stream().map(file -> StoredRecord.read(file).record()).toList();
    }
  }
}
