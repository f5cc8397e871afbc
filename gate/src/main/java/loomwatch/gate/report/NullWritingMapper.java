package loomwatch.gate.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.lang.reflect.Executable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Jackson without its leniency: what is read is what was written, or an error; what is unknown is
 * written as null. Of verdicts, calibrations and saturations.
 */
final class NullWritingMapper {
  static final JsonMapper INSTANCE =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, new ToStringSerializer(Instant.class)))
          .annotationIntrospector(new Nullness())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private NullWritingMapper() {}

  /** The JSON of one of our records, indented, with a final newline. */
  static String write(Object record) {
    try {
      return INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(record) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: our records always have a JSON form", e);
    }
  }

  /** Every component is required, and null only where its type says {@link Nullable}. */
  private static final class Nullness extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter;
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
      return annotated instanceof AnnotatedParameter parameter && !nullable(parameter)
          ? JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL)
          : JsonSetter.Value.empty();
    }

    private static boolean nullable(AnnotatedParameter parameter) {
      return parameter.getOwner().getAnnotated() instanceof Executable owner
          && owner.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
              Nullable.class);
    }
  }
}
