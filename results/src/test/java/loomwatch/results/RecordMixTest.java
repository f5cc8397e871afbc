package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A record of a mix of requests: those of plain GETs are as they were before there were any. */
class RecordMixTest {
  private static final Request ORDER =
      new Request(
          "POST",
          Map.of("Content-Type", "application/json"),
          "{\"id\": \"{csv.id}\"}",
          new ExpectedAnswer(201, "\"id\""));
  private static final Mix MIX =
      new Mix(
          List.of(
              new MixedRequest("/items/{csv.id}", null, 9), new MixedRequest("/orders", ORDER, 1)),
          new Values(List.of("id", "name"), List.of(List.of("1", "tea"), List.of("2", ""))));
  private static final String GOOD = StoredRecord.of(record()).text();

  @Test
  void read_whatWasWritten_equalsIt() {
    assertThat(StoredRecord.read(GOOD, "x.json").record()).isEqualTo(record());
  }

  @Test
  void shown_mix_tellsWeightsAndMethods() {
    assertThat(MIX.shown()).isEqualTo("9 × /items/{csv.id}, 1 × POST /orders");
    assertThat(Mix.of("/orders", ORDER).shown()).isEqualTo("POST /orders");
  }

  @Test
  void fill_placeholders_haveTheRowsValues() {
    assertThat(Objects.requireNonNull(MIX.values()).fill("a {csv.name} {csv.id} {id}", 0))
        .isEqualTo("a tea 1 {id}");
  }

  @Test
  void scenario_ofPathAndMixOrNeither_isRefused() {
    assertThatThrownBy(() -> scenario("/x", MIX))
        .hasMessage("scenario must be of a path or a mix, was of both");
    assertThatThrownBy(() -> scenario(null, null))
        .hasMessage("scenario must be of a path or a mix, was of neither");
  }

  @Test
  void values_notATable_areRefused() {
    assertThatThrownBy(() -> new Values(List.of("a", "b"), List.of(List.of("1"))))
        .hasMessage("row must be of 2 values, was 1");
    assertThatThrownBy(() -> new Values(List.of("a", "a"), List.of(List.of("1", "2"))))
        .hasMessage("columns must be named each otherwise, was [a, a]");
  }

  /** Each field of a mix in turn left out, renamed, null, of another type, empty or negative. */
  @Test
  void schema_anyFieldOfAMixSpoiled_isRefusedExactlyWhenReadingRefusesIt() throws IOException {
    Schema schema = schema();
    assertThat(schema.validate(GOOD, InputFormat.JSON)).isEmpty();
    List<String> disagree = new ArrayList<>();
    Predicate<String> mixed =
        what ->
            what.startsWith(".scenarios[].mix")
                || what.startsWith(".scenarios[].protocol")
                || what.startsWith(".launches[].load.requests");
    List<Spoiled> all =
        Spoiled.eachFieldOf(GOOD).stream().filter(one -> mixed.test(one.what())).toList();
    for (Spoiled spoiled : all) {
      if (schema.validate(spoiled.json(), InputFormat.JSON).isEmpty() != readable(spoiled.json())) {
        disagree.add(spoiled.what());
      }
    }

    assertThat(all).hasSizeGreaterThan(150);
    // As many values in a row as there are columns: a rule across fields.
    assertThat(disagree).containsExactly(".scenarios[].mix.values.columns = [\"x\"]");
  }

  @Test
  void schema_protocols_areThoseOfTheCode() throws IOException {
    JsonNode names =
        new JsonMapper()
            .readTree(StoredRecord.class.getResource("record.schema.json"))
            .at("/$defs/Scenario/properties/protocol/enum");

    assertThat(names.valueStream().map(JsonNode::asText).toList()).isEqualTo(Protocol.labels());
  }

  private static boolean readable(String json) {
    try {
      StoredRecord.read(json, "x.json").record();
      return true;
    } catch (RecordException e) {
      return false;
    }
  }

  private static Schema schema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StoredRecord.class.getResourceAsStream("record.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    }
  }

  private static Scenario scenario(@Nullable String path, @Nullable Mix mix) {
    return new Scenario("hello", path, null, mix, Protocol.H2, 3000, 50, null, false, Set.of());
  }

  /** One launch of a mix, of the subject of the other tests. */
  private static MeasurementRecord record() {
    MeasurementRecord other = Examples.record();
    LoadResult load =
        new LoadResult(
            "embedded",
            "1.0",
            3000,
            50,
            1,
            3000,
            2700,
            new LoadErrors(0, 0, 0, 300, 0),
            0,
            2700,
            null,
            null,
            List.of(),
            0,
            List.of(),
            List.of(
                new RequestLoad(
                    "/items/{csv.id}", 2700, 0, Examples.latencies(new Random(1), 2700, 1e5)),
                new RequestLoad("POST /orders", 0, 300, null)),
            4L,
            "POST /orders was answered with 500");
    Launch launch =
        new Launch(
            1,
            0,
            "head",
            Mode.PLATFORM,
            "hello",
            other.createdAt(),
            null,
            null,
            load,
            List.of(),
            List.of(),
            List.of());
    return new MeasurementRecord(
        other.schema(),
        other.id(),
        other.createdAt(),
        other.profile(),
        other.seed(),
        other.engine(),
        other.host(),
        Map.of("head", Examples.subject()),
        other.fingerprint(),
        List.of(scenario(null, MIX)),
        List.of(launch),
        List.of(),
        null);
  }
}
