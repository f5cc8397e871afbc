package loomwatch.results;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric.Unit;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema against the code: neither has a field, a rule or a name that the other has not. */
class RecordSchemaTest {
  private static final String TEXT = text();
  private static final JsonNode TREE = tree(TEXT);
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);
  private static final String GOOD = StoredRecord.of(Examples.record()).text();

  @Test
  void schema_writtenRecord_isValid() {
    assertThat(faults(GOOD)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("records")
  void schema_record_hasExactlyItsComponents(Class<?> type) {
    assertThat(names(node(type).path("properties"))).containsExactlyElementsOf(fields(type));
  }

  @ParameterizedTest
  @MethodSource("records")
  void schema_record_requiresExactlyWhatIsNotNullable(Class<?> type) {
    List<String> optional =
        Arrays.stream(type.getRecordComponents())
            .filter(c -> c.getAnnotatedType().isAnnotationPresent(Nullable.class))
            .map(RecordComponent::getName)
            .toList();
    List<String> required =
        fields(type).stream().filter(field -> !optional.contains(field)).toList();

    assertThat(texts(node(type).path("required"))).containsExactlyElementsOf(required);
  }

  @ParameterizedTest
  @MethodSource("records")
  void schema_record_isClosedAndDescribedToTheLastFieldAndUnit(Class<?> type) {
    assertThat(node(type).path("description").asText()).endsWith(".");
    assertThat(node(type).path("additionalProperties").isBoolean()).isTrue();
    assertThat(node(type).path("additionalProperties").asBoolean()).isFalse();
    for (String field : fields(type)) {
      assertThat(node(type).at("/properties/" + field + "/description").asText())
          .as("description of %s.%s", type.getSimpleName(), field)
          .isNotBlank();
    }
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> of = component.getType();
      boolean number = of == int.class || of == long.class || of == double.class;
      if (number || of == LatencyHistogram.class) {
        assertThat(node(type).at("/properties/" + component.getName() + "/x-unit").asText())
            .as("x-unit of %s.%s", type.getSimpleName(), component.getName())
            .isNotBlank();
      }
    }
  }

  @Test
  void schema_definitions_areExactlyTheRecordsAndMode() {
    List<String> expected =
        Stream.concat(
                records().stream().filter(type -> type != MeasurementRecord.class),
                Stream.of(Mode.class))
            .map(Class::getSimpleName)
            .toList();

    assertThat(names(TREE.path("$defs"))).containsExactlyInAnyOrderElementsOf(expected);
  }

  static List<Arguments> enums() {
    return List.of(
        arguments("/$defs/Sample/properties/metric/enum", Metric.labels()),
        arguments("/$defs/Sample/properties/unit/enum", labels(Unit.values(), Unit::symbol)),
        arguments("/$defs/Mode/enum", labels(Mode.values(), Mode::label)),
        arguments(
            "/$defs/Invalid/properties/cause/enum",
            labels(Invalid.Reason.values(), Invalid.Reason::label)),
        arguments(
            "/$defs/Scenario/properties/protocol/enum",
            labels(Protocol.values(), Protocol::label)));
  }

  @ParameterizedTest
  @MethodSource("enums")
  void schema_names_areThoseOfTheCode(String pointer, List<String> names) {
    assertThat(texts(TREE.at(pointer))).isEqualTo(names);
  }

  private static <T> List<String> labels(T[] values, Function<T, String> label) {
    return Arrays.stream(values).map(label).toList();
  }

  @Test
  void schema_version_isThatOfTheCode() {
    assertThat(TREE.at("/properties/schema/const").asInt()).isEqualTo(MeasurementRecord.SCHEMA);
    assertThat(TREE.path("$id").asText())
        .isEqualTo("urn:loomwatch:record:" + MeasurementRecord.SCHEMA);
  }

  /** Each field in turn left out, renamed, null, of another type, empty, zero or negative. */
  @Test
  void schema_anyFieldSpoiled_isRefusedExactlyWhenReadingRefusesIt() {
    List<Spoiled> all = Spoiled.eachFieldOf(GOOD);
    assertThat(all).hasSizeGreaterThan(1000);
    // Variants and their comparison go together: a rule across fields, which a schema cannot say.
    assertThat(disagreements(all))
        .containsExactly(
            ".variants.base left out: only reading refuses it",
            ".comparison left out: only reading refuses it");
  }

  @Test
  void schema_anyFieldOfAMixSpoiled_isRefusedExactlyWhenReadingRefusesIt() {
    String mixed = StoredRecord.of(RecordMixTest.record()).text();
    List<Spoiled> all =
        Spoiled.eachFieldOf(mixed).stream()
            .filter(one ->
                one.what().startsWith(".scenarios[].mix")
                    || one.what().startsWith(".scenarios[].protocol")
                    || one.what().startsWith(".launches[].load.requests"))
            .toList();

    assertThat(faults(mixed)).isEmpty();
    assertThat(all).hasSizeGreaterThan(150);
    // As many values in a row as there are columns: a rule across fields.
    assertThat(disagreements(all))
        .containsExactly(".scenarios[].mix.values.columns = [\"x\"]: only reading refuses it");
  }

  private static List<String> disagreements(List<Spoiled> all) {
    List<String> disagreements = new ArrayList<>();
    for (Spoiled spoiled : all) {
      boolean readable = readable(spoiled.json());
      if (faults(spoiled.json()).isEmpty() != readable) {
        String by = readable ? "the schema" : "reading";
        disagreements.add(spoiled.what() + ": only " + by + " refuses it");
      }
    }
    return disagreements;
  }

  private static boolean readable(String json) {
    try {
      StoredRecord.read(json, "x.json").record();
      return true;
    } catch (RecordException e) {
      return false;
    }
  }

  private static List<Error> faults(String json) {
    return SCHEMA.validate(json, InputFormat.JSON);
  }

  /** The record and every record in it. */
  static Set<Class<?>> records() {
    Set<Class<?>> found = new LinkedHashSet<>();
    collect(MeasurementRecord.class, found);
    return found;
  }

  private static void collect(Type type, Set<Class<?>> found) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        collect(argument, found);
      }
    } else if (type instanceof Class<?> owner && owner.isRecord() && found.add(owner)) {
      for (RecordComponent component : owner.getRecordComponents()) {
        collect(component.getGenericType(), found);
      }
    }
  }

  /** A sample's JSON has its metric's unit besides. */
  private static List<String> fields(Class<?> type) {
    List<String> fields = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.add(component.getName());
      if (type == Sample.class && component.getName().equals("value")) {
        fields.add("unit");
      }
    }
    return fields;
  }

  private static JsonNode node(Class<?> type) {
    return type == MeasurementRecord.class ? TREE : TREE.at("/$defs/" + type.getSimpleName());
  }

  private static List<String> names(JsonNode object) {
    return object.propertyStream().map(Map.Entry::getKey).toList();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::textValue).toList();
  }

  private static JsonNode tree(String json) {
    try {
      return new JsonMapper().readTree(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String text() {
    try (InputStream in =
        requireNonNull(StoredRecord.class.getResourceAsStream("record.schema.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
