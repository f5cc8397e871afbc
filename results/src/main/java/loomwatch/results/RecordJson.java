package loomwatch.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;

/**
 * Reads and writes records as JSON: same record, same bytes.
 *
 * <p>Reading is strict. Within one schema version there are no fields but the schema's, so an
 * unknown field, a missing one, a null, a number in quotes or a name given twice is an error and
 * not a guess: half-understood history would be judged as if it were whole. Messages name the
 * source, line, column and field.
 */
public final class RecordJson {
  private RecordJson() {}

  /** The record's JSON, indented, with a final newline. */
  public static String write(MeasurementRecord record) {
    try {
      return RecordMapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(record)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a record always has a JSON form", e);
    }
  }

  /**
   * Reads a record from a UTF-8 file, packed or not.
   *
   * @throws RecordException when it cannot be read, is no record, or of a newer schema
   */
  public static MeasurementRecord read(Path file) {
    try {
      return read(PackedFile.text(file), file.toString());
    } catch (CharacterCodingException e) {
      throw new ReadingFault(file.toString(), "").otherEncoding(e);
    } catch (IOException e) {
      throw new ReadingFault(file.toString(), "").unreadable(e);
    }
  }

  /**
   * Reads a record.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no record, or of a newer schema
   */
  public static MeasurementRecord read(String json, String source) {
    ReadingFault faults = new ReadingFault(source, json);
    requireSchema(json, faults);
    JsonFactory factory = RecordMapper.INSTANCE.getFactory();
    try (JsonParser parser = factory.createParser(json)) {
      try {
        return RecordMapper.INSTANCE.readValue(parser, MeasurementRecord.class);
      } catch (JsonProcessingException e) {
        throw faults.of(e, parser);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: a string is always readable", e);
    }
  }

  /** Looks through the whole text for faults of JSON itself, and at its schema, before binding. */
  private static void requireSchema(String json, ReadingFault faults) {
    if (json.isBlank()) {
      throw faults.empty();
    }
    try (JsonParser parser = RecordMapper.INSTANCE.getFactory().createParser(json)) {
      try {
        scan(parser, faults);
      } catch (JsonProcessingException e) {
        throw faults.of(e, parser);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: a string is always readable", e);
    }
  }

  private static void scan(JsonParser parser, ReadingFault faults) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw faults.wrongType(parser, "record", "a JSON object");
    }
    boolean found = false;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (name.equals("schema")) {
        found = true;
        requireKnown(parser, faults);
      }
      requireNoNull(parser, faults);
    }
    if (parser.nextToken() != null) {
      throw faults.trailing(parser);
    }
    if (!found) {
      throw faults.noSchema();
    }
  }

  /** Goes to the end of the current value. */
  private static void requireNoNull(JsonParser parser, ReadingFault faults) throws IOException {
    int depth = parser.currentToken().isStructStart() ? 1 : 0;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_NULL) {
        throw faults.isNull(parser);
      }
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      throw faults.isNull(parser);
    }
  }

  private static void requireKnown(JsonParser parser, ReadingFault faults) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw faults.wrongType(parser, "schema", "a whole number");
    }
    if (parser.getBigIntegerValue().signum() <= 0) {
      throw faults.wrongType(parser, "schema", "at least 1");
    }
    if (parser.getBigIntegerValue().compareTo(BigInteger.valueOf(MeasurementRecord.SCHEMA)) > 0) {
      throw faults.newer(parser);
    }
  }
}
