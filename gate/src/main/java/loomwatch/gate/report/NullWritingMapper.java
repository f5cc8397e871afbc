package loomwatch.gate.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.reflect.Executable;
import loomwatch.results.RecordMapper;
import org.jspecify.annotations.Nullable;

/**
 * Jackson without its leniency: what is read is what was written, or an error; what is unknown is
 * written as null. Of verdicts, calibrations and saturations.
 */
final class NullWritingMapper {
  static final JsonMapper INSTANCE =
      RecordMapper.strict()
          .annotationIntrospector(new Nullness())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
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
