package loomwatch.trend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import loomwatch.results.JsonFault;
import loomwatch.results.RecordMapper;
import loomwatch.results.files.RecordException;

/**
 * {@code trend.json}: same report, same bytes. Its schema is {@code trend.schema.json} in this
 * module's resources. What is unknown is left out, never null; reading is as strict as a record's.
 */
public final class TrendJson {
  private static final String REMEDY = "; ./loomwatch trend makes it anew from history";

  private TrendJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(TrendReport report) {
    try {
      return RecordMapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(report)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a report always has a JSON form", e);
    }
  }

  /**
   * Reads a report.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is none, or of a newer schema
   */
  public static TrendReport read(String json, String source) {
    try {
      JsonNode tree = RecordMapper.INSTANCE.readTree(json);
      JsonFault.requireSchema(tree, TrendReport.SCHEMA, source, REMEDY);
      return RecordMapper.read(json, TrendReport.class);
    } catch (JsonMappingException e) {
      String path = JsonFault.path(e);
      throw fault(
          source,
          "%s must be as in schema %d, was not: %s"
              .formatted(
                  path.isEmpty() ? "trend" : path, TrendReport.SCHEMA, JsonFault.firstLine(e)),
          e);
    } catch (JsonProcessingException e) {
      throw fault(source, "trend must be one JSON object, was not: " + JsonFault.firstLine(e), e);
    }
  }

  private static RecordException fault(String source, String message, Throwable cause) {
    return new RecordException(source + ": " + message + REMEDY, cause);
  }
}
