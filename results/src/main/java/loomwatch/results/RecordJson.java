package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** Reads and writes records as JSON: same record, same bytes. */
public final class RecordJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private RecordJson() {}

  /** The record's JSON, indented, with a final newline. */
  public static String write(MeasurementRecord record) {
    return writeValue(record);
  }

  /**
   * Reads a record.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no record, or of a newer schema
   */
  public static MeasurementRecord read(String json, String source) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      int schema = tree.path("schema").asInt(0);
      if (schema > MeasurementRecord.SCHEMA) {
        throw new RecordException(
            "%s: schema must be at most %d, was %d: written by a newer Loomwatch; update this one"
                .formatted(source, MeasurementRecord.SCHEMA, schema));
      }
      return MAPPER.treeToValue(tree, MeasurementRecord.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(source + ": not a record: " + e.getOriginalMessage(), e);
    }
  }

  private static String writeValue(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a record always has a JSON form", e);
    }
  }
}
