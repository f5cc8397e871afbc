package loomwatch.trend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import loomwatch.results.RecordException;
import loomwatch.results.RecordMapper;
import org.jspecify.annotations.Nullable;

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
      int schema = tree.path("schema").asInt();
      if (schema > TrendReport.SCHEMA) {
        throw new RecordException(
            "%s: schema must be at most %d, was %d: a newer Loomwatch wrote it; update this one"
                .formatted(source, TrendReport.SCHEMA, schema));
      }
      if (schema < 1) {
        throw fault(source, "schema must be a whole number, at least 1, was not", null);
      }
      return RecordMapper.read(json, TrendReport.class);
    } catch (JsonMappingException e) {
      throw fault(
          source,
          "%s must be as in schema %d, was not: %s"
              .formatted(path(e), TrendReport.SCHEMA, reason(e)),
          e);
    } catch (JsonProcessingException e) {
      throw fault(source, "trend must be one JSON object, was not: " + reason(e), e);
    }
  }

  private static String path(JsonMappingException e) {
    String path =
        e.getPath().stream()
            .map(step ->
                step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
            .collect(Collectors.joining("."))
            .replace(".[", "[");
    return path.isEmpty() ? "trend" : path;
  }

  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("");
  }

  private static RecordException fault(String source, String message, @Nullable Throwable cause) {
    String whole = source + ": " + message + REMEDY;
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }
}
