package loomwatch.tell.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.JsonFault;
import loomwatch.results.files.AtomicFile;
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
  private VerdictJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(Verdict verdict) {
    return NullWritingMapper.write(StoredVerdict.of(verdict));
  }

  /**
   * Reads a verdict from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is no verdict, or of a newer schema
   */
  public static Verdict read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new VerdictFault(file.toString(), "")
          .rule("verdict must be a readable UTF-8 file, was not: " + AtomicFile.reason(e));
    }
  }

  /**
   * Reads a verdict.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no verdict, or of a newer schema
   */
  public static Verdict read(String json, String source) {
    VerdictFault faults = new VerdictFault(source, json);
    try {
      JsonNode tree = NullWritingMapper.INSTANCE.readTree(json);
      if (!tree.isObject()) {
        throw faults.rule("verdict must be a JSON object, was " + JsonFault.found(tree));
      }
      JsonFault.requireSchema(tree, Verdict.SCHEMA, source, VerdictFault.REMEDY);
      return NullWritingMapper.INSTANCE.readValue(json, StoredVerdict.class).asVerdict();
    } catch (JsonProcessingException e) {
      throw faults.of(e);
    } catch (Misfit e) {
      throw faults.rule(String.valueOf(e.getMessage()));
    }
  }
}
