package loomwatch.tell.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.lang.reflect.Executable;
import loomwatch.results.RecordMapper;
import org.jspecify.annotations.Nullable;

/**
 * Jackson without its leniency: what is read is what was written, or an error; what is unknown is
 * written as null. Of verdicts, causes, calibrations, and what else this module tells as JSON.
 */
public final class NullWritingMapper {
  public static final JsonMapper INSTANCE =
      RecordMapper.strict()
          .annotationIntrospector(new Nullness())
          .addModule(new Kinds())
          .addModule(
              new SimpleModule()
                  .addDeserializer(double.class, new Numbers(double.class, 0.0))
                  .addDeserializer(Double.class, new Numbers(Double.class, null)))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .build();

  private NullWritingMapper() {}

  /** The JSON of one of our records, indented, with a final newline. */
  public static String write(Object record) {
    try {
      return INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(record) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: our records always have a JSON form", e);
    }
  }

  /** JSON has no infinity, but 1e999 becomes one, and so does twice 1e308. */
  private static final class Numbers extends DoubleDeserializer {
    private static final long serialVersionUID = 1;
    private static final double MOST = 1e300;

    Numbers(Class<Double> type, @Nullable Double ofNull) {
      super(type, ofNull);
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      Double value = super.deserialize(parser, context);
      return value != null && !(Math.abs(value) <= MOST)
          ? (Double)
              context.handleWeirdNumberValue(
                  handledType(), value, "a number must be at most 1e300 in size")
          : value;
    }
  }

  /**
   * Every component is required, and null only where its type says {@link Nullable}. What a record
   * of a measurement holds too may be missing here as there: it grows, and files are kept. So may
   * what is left out when it is null.
   */
  private static final class Nullness extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return member instanceof AnnotatedParameter parameter
          && !(nullable(parameter)
              && (parameter.hasAnnotation(JsonInclude.class)
                  || parameter
                      .getDeclaringClass()
                      .getPackage()
                      .equals(RecordMapper.class.getPackage())));
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
