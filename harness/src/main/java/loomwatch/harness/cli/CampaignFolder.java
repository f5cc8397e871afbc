package loomwatch.harness.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import loomwatch.results.AtomicFile;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordException;
import loomwatch.results.RecordJson;

/**
 * Where a calibration's comparisons are: one directory for each, as of any comparison, and {@code
 * calibration.json} beside them. A comparison that was stopped has left no record, and counts for
 * nothing.
 *
 * @param path of the folder; the first comparison creates it
 */
record CampaignFolder(Path path) {
  private static final String RECORD = "record.json";

  /** For keeping many records: what {@code gzip} makes of one. */
  static final String PACKED = RECORD + ".gz";

  /** Of the hash, enough to tell the hosts of one team apart. */
  private static final int HASH_DIGITS = 12;

  /** The usual one of a host, profile and engine: noise is theirs. */
  static CampaignFolder of(Installation installation, MeasuringRequest request, Host host) {
    return named(
        installation.out().resolve("calibration"),
        request.profile().name(),
        request.engine().label(),
        host);
  }

  /** The one among such folders that a comparison belongs into. */
  static CampaignFolder in(Path folders, MeasurementRecord record) {
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
  Path of(String id) {
    return path.resolve(id);
  }

  /** What was made of them so far, by today's rules; nothing when there is none. */
  Optional<StoredCalibration> calibration() {
    return StoredCalibration.in(path).map(stored -> stored.current(path));
  }

  /**
   * Every record below, by path; none when there is no such folder.
   *
   * @throws RecordException when one cannot be read
   */
  List<MeasurementRecord> records() throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> records =
          files.filter(file -> file.endsWith(RECORD) || file.endsWith(PACKED)).sorted().toList();
      return records.stream().map(CampaignFolder::read).toList();
    }
  }

  private static MeasurementRecord read(Path file) {
    return file.endsWith(PACKED) ? unpacked(file) : RecordJson.read(file);
  }

  private static MeasurementRecord unpacked(Path file) {
    StringWriter text = new StringWriter();
    try (InputStream packed = Files.newInputStream(file);
        Reader reader =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
      reader.transferTo(text);
    } catch (IOException e) {
      throw new RecordException(
          "%s: record must be readable with gunzip, was not: %s; take it from where it was kept"
              .formatted(file, AtomicFile.reason(e)),
          e);
    }
    return RecordJson.read(text.toString(), file.toString());
  }
}
