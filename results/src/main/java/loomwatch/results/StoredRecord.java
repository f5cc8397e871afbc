package loomwatch.results;

import java.nio.file.Path;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;

/** A record with its text and hash, to pass between measuring, judging and history. */
public record StoredRecord(MeasurementRecord record, String text, String sha256) {
  private static final JsonFormat<MeasurementRecord> FORMAT =
      JsonFormat.withoutNulls(
          MeasurementRecord.class,
          "record",
          MeasurementRecord.SCHEMA,
          "restore the file, or measure again");

  private StoredRecord(MeasurementRecord record, String text) {
    this(record, text, Sha256.of(text));
  }

  public static StoredRecord of(MeasurementRecord record) {
    return new StoredRecord(record, FORMAT.write(record));
  }

  /**
   * Reads a record from a UTF-8 file, packed or not. Its text is that of the file, as an earlier
   * version may have written the record differently.
   *
   * @throws RecordException if it cannot be read, is no record, or has a newer schema
   */
  public static StoredRecord read(Path file) {
    return read(FORMAT.text(file), file.toString());
  }

  /**
   * Reads a record.
   *
   * @throws RecordException if it is no record, or has a newer schema
   */
  public static StoredRecord read(String json, String source) {
    return new StoredRecord(FORMAT.read(json, source), json);
  }
}
