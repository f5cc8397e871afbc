package loomwatch.reporting.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the site's JSON: compact, with a schema version, numbers with 4 significant digits. */
final class SiteJson {
  static final JsonMapper MAPPER = new JsonMapper();

  /** More digits than a chart's pixels or an interval can show. */
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private SiteJson() {}

  /** Returns the root of a file, with its schema version and kind. */
  static ObjectNode file(String kind) {
    return MAPPER.createObjectNode().put("schema", SiteData.SCHEMA).put("kind", kind);
  }

  /** Rounds to 4 significant digits; null stays null. */
  static @Nullable Double rounded(@Nullable Double value) {
    return value == null || value == 0
        ? value
        : Double.valueOf(new BigDecimal(value).round(FOUR_DIGITS).doubleValue());
  }

  static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(file.toFile());
  }

  static ObjectNode tree(String json) {
    try {
      return (ObjectNode) MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: it was just written", e);
    }
  }

  static void write(Path file, ObjectNode content) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    // Encodes a lone surrogate as a question mark; it must not stop the site.
    Files.write(file, text(content).getBytes(StandardCharsets.UTF_8));
  }

  static String text(ObjectNode content) {
    try {
      return MAPPER.writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a tree always has a JSON form", e);
    }
  }
}
