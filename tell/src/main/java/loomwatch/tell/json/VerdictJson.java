package loomwatch.tell.json;

import java.nio.file.Path;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.JsonFormat;
import loomwatch.results.files.RecordException;

/**
 * {@code verdict.json}: same verdict, same bytes. Its schema is {@code
 * loomwatch/tell/verdict.schema.json} among this module's resources.
 *
 * <p>What is unknown is null and never left out, so that whoever reads it need not know what might
 * be missing. Reading is strict, like the record's: an unknown field, a missing one, a number in
 * quotes or a name given twice is an error and not a guess.
 */
public final class VerdictJson {
  /** A verdict is never precious: the record it was made from is. */
  private static final String REMEDY = "./loomwatch gate makes it anew from the record";

  private static final JsonFormat<StoredVerdict> FORMAT =
      JsonFormat.withNulls(Kinds.MAPPER, StoredVerdict.class, "verdict", Verdict.SCHEMA, REMEDY);

  private VerdictJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(Verdict verdict) {
    return FORMAT.write(StoredVerdict.of(verdict));
  }

  /**
   * Reads a verdict from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is no verdict, or of a newer schema
   */
  public static Verdict read(Path file) {
    return verdict(FORMAT.read(file), file.toString());
  }

  /**
   * Reads a verdict.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no verdict, or of a newer schema
   */
  public static Verdict read(String json, String source) {
    return verdict(FORMAT.read(json, source), source);
  }

  private static Verdict verdict(StoredVerdict stored, String source) {
    try {
      return stored.asVerdict();
    } catch (Misfit e) {
      throw new RecordException(source + ": " + e.getMessage() + "; " + REMEDY);
    }
  }
}
