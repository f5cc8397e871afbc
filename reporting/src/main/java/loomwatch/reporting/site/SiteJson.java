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

/** How the site's files are written: compact, each with its schema, numbers to four digits. */
final class SiteJson {
  static final JsonMapper MAPPER = new JsonMapper();

  /** More than a pixel shows of any chart, and than any interval supports. */
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private SiteJson() {}

  /** A file's root, which says what it is. */
  static ObjectNode file(String kind) {
    return MAPPER.createObjectNode().put("schema", SiteData.SCHEMA).put("kind", kind);
  }

  /** Rounded to four significant digits; null stays null. */
  static @Nullable Double rounded(@Nullable Double value) {
    return value == null || value == 0
        ? value
        : Double.valueOf(new BigDecimal(value).round(FOUR_DIGITS).doubleValue());
  }

  static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(file.toFile());
  }

  /** What another part wrote as JSON. */
  static ObjectNode tree(String json) {
    try {
      return (ObjectNode) MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: it was just written", e);
    }
  }

  static void write(Path file, ObjectNode content) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    // Half a surrogate pair in somebody's text becomes a question mark; it must not stop the site.
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
