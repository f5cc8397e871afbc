package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
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
 * Jackson without its leniency: properties must be unique, known, and of the right type. A record's
 * component may be missing or null only if its type is {@link Nullable}.
 *
 * <p>Stored formats (records, history, studies, the trend) omit null, so that they can be extended.
 * Output for other programs (verdicts, causes, calibrations) has every field.
 */
public final class StrictJson {
  public static final JsonMapper WITHOUT_NULLS =
      strict()
          .annotationIntrospector(new RequiredUnlessNullable())
          // The results are the same to the bit and several times as fast.
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          // It accepts them so that constructors can refuse them by name.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  public static final JsonMapper WITH_NULLS =
      strict()
          .annotationIntrospector(new RequiredEvenIfNull())
          .addModule(
              new SimpleModule()
                  .addDeserializer(double.class, new BoundedDouble(double.class, 0.0))
                  .addDeserializer(Double.class, new BoundedDouble(Double.class, null)))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .build();

  private StrictJson() {}

  private static JsonMapper.Builder strict() {
    SimpleModule scalars = new SimpleModule("strict scalars");
    scalars.addSerializer(Instant.class, new ToStringSerializer(Instant.class));
    scalars.addDeserializer(Instant.class, new UtcInstant());
    scalars.addDeserializer(String.class, new UnicodeText());
    return JsonMapper.builder()
        .addModule(scalars)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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

  public static boolean isUnicode(String text) {
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

  private static boolean nullable(AnnotatedParameter parameter) {
    return parameter.getOwner().getAnnotated() instanceof Executable owner
        && owner.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
            Nullable.class);
  }

  private static final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter parameter && !nullable(parameter);
    }
  }

  /**
   * Requires every component, non-null unless its type permits null. Types of this package and
   * components that are omitted if null may be missing.
   */
  private static final class RequiredEvenIfNull extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter parameter
          && !(nullable(parameter)
              && (parameter.hasAnnotation(JsonInclude.class)
                  || parameter
                      .getDeclaringClass()
                      .getPackage()
                      .equals(StrictJson.class.getPackage())));
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
      return annotated instanceof AnnotatedParameter parameter && !nullable(parameter)
          ? JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL)
          : JsonSetter.Value.empty();
    }
  }

  /** Accepts ISO 8601 in UTC only, neither epoch seconds nor offsets. */
  private static final class UtcInstant extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    UtcInstant() {
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

  /** Refuses half of a surrogate pair, which UTF-8 cannot represent. */
  private static final class UnicodeText extends StringDeserializer {
    private static final long serialVersionUID = 1;

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = super.deserialize(parser, context);
      if (!isUnicode(text)) {
        throw context.weirdStringException(text, String.class, "it has half a surrogate pair");
      }
      return text;
    }
  }

  /** Refuses numbers such as 1e999, which become infinite, and those whose sums could. */
  private static final class BoundedDouble extends DoubleDeserializer {
    private static final long serialVersionUID = 1;
    private static final double MOST = 1e300;

    BoundedDouble(Class<Double> type, @Nullable Double ofNull) {
      super(type, ofNull);
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      Double value = super.deserialize(parser, context);
      return value != null && !(Math.abs(value) <= MOST)
          ? (Double) context.handleWeirdNumberValue(handledType(), value, "at most 1e300 in size")
          : value;
    }
  }
}
