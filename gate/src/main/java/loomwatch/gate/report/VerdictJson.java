package loomwatch.gate.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.RecordException;

/** {@code verdict.json}: the same verdict, the same bytes. */
public final class VerdictJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private VerdictJson() {}

  /** Its JSON, indented, with a final newline; what is unknown is null, never left out. */
  public static String write(Verdict verdict) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(verdict) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a verdict always has a JSON form", e);
    }
  }

  /**
   * Reads a verdict.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no verdict, or of a newer schema
   */
  public static Verdict read(String json, String source) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      int schema = tree.path("schema").asInt(0);
      if (schema > Verdict.SCHEMA) {
        throw new RecordException(
            "%s: schema must be at most %d, was %d: written by a newer Loomwatch; update this one"
                .formatted(source, Verdict.SCHEMA, schema));
      }
      return MAPPER.treeToValue(tree, Verdict.class);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RecordException(
          source + ": not a verdict; ./loomwatch gate makes it anew from the record", e);
    }
  }
}
