package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Jackson without its leniency: what is read is what was written, or an error; null is left out.
 */
public final class RecordMapper {
  /** Thread-safe; written by all formats of which null is never a value. */
  public static final JsonMapper INSTANCE =
      strict()
          .annotationIntrospector(new Nullness())
          // The same numbers to the bit, several times as fast: a history holds millions.
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          // Read so that the constructors refuse them by name instead of the parser as gibberish.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private RecordMapper() {}

  /**
   * Reads an object of a format in which null is never a value.
   *
   * @throws JsonProcessingException when it is none; of a null its message names the field
   */
  public static <T> T read(String json, Class<T> type) throws JsonProcessingException {
    if (json.contains("null")) { // to look at each token of a long history would take its time
      requireNoNull(json);
    }
    return INSTANCE.readValue(json, type);
  }

  private static void requireNoNull(String json) throws JsonProcessingException {
    try (JsonParser parser = INSTANCE.getFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_NULL) {
          throw new JsonMappingException(
              parser, field(parser) + " must have a value or be left out, was null");
        }
      }
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: a string is always readable", e);
    }
  }

  /** Where the parser is, such as {@code launches[0].samples[2].value}. */
  static String field(JsonParser parser) {
    String pointer = parser.getParsingContext().pathAsPointer().toString();
    return pointer.isEmpty()
        ? "the whole"
        : pointer.substring(1).replaceAll("/(\\d+)(?=/|$)", "[$1]").replace('/', '.');
  }

  /**
   * What mappers of other formats begin with: no property twice, none unknown, none turned into
   * another type. Which are required is theirs to say, and what becomes of null.
   */
  public static JsonMapper.Builder strict() {
    return JsonMapper.builder()
        .addModule(
            new SimpleModule()
                .addSerializer(Instant.class, new ToStringSerializer(Instant.class))
                .addDeserializer(Instant.class, new InstantDeserializer())
                .addDeserializer(String.class, new TextDeserializer()))
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            text ->
                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .withCoercionConfigDefaults(
            any -> any.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
        .defaultPrettyPrinter(
            new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
  }

  /** Whether it is Unicode and can be written as UTF-8. */
  public static boolean isWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.isBmpCodePoint(text.codePointAt(i))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** Takes required and optional from the types: everything is required but {@link Nullable}. */
  private static final class Nullness extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter parameter
          && parameter.getOwner().getAnnotated() instanceof Executable owner
          && !owner.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
              Nullable.class);
    }
  }

  /** ISO 8601 in UTC only: Jackson's own also takes epoch seconds and offsets. */
  private static final class InstantDeserializer extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    InstantDeserializer() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = parser.getText();
      try {
        if (parser.currentToken() == JsonToken.VALUE_STRING && text.endsWith("Z")) {
          return Instant.parse(text);
        }
      } catch (DateTimeException e) {
        throw context.weirdStringException(text, Instant.class, e.getMessage());
      }
      throw context.weirdStringException(text, Instant.class, "not in UTC");
    }
  }

  /** What UTF-8 can hold: half of a surrogate pair would be another character once written. */
  private static final class TextDeserializer extends StringDeserializer {
    private static final long serialVersionUID = 1;

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = super.deserialize(parser, context);
      if (!isWhole(text)) {
        throw context.weirdStringException(text, String.class, "it has half a surrogate pair");
      }
      return text;
    }
  }
}
