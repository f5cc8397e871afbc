package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario.Protocol;
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

  @Test
  void read_whatWasWritten_equalsIt() {
    String json = StoredRecord.of(record()).text();

    assertThat(StoredRecord.read(json, "x.json").record()).isEqualTo(record());
  }

  @Test
  void mix_tellsWeightsAndMethods() {
    assertThat(MIX.shown()).isEqualTo("9 × /items/{csv.id}, 1 × POST /orders");
    assertThat(Mix.of("/orders", ORDER).shown()).isEqualTo("POST /orders");
  }

  @Test
  void scenario_ofPathAndMixOrNeitherOrNoTable_isRefused() {
    assertThatThrownBy(() -> scenario("/x", MIX))
        .hasMessage("scenario must be of a path or a mix, was of both");
    assertThatThrownBy(() -> scenario(null, null))
        .hasMessage("scenario must be of a path or a mix, was of neither");
    assertThatThrownBy(() -> new Values(List.of("a", "b"), List.of(List.of("1"))))
        .hasMessage("row must be of 2 values, was 1");
    assertThatThrownBy(() -> new Values(List.of("a", "a"), List.of(List.of("1", "2"))))
        .hasMessage("columns must be named each otherwise, was [a, a]");
  }

  private static Scenario scenario(@Nullable String path, @Nullable Mix mix) {
    return new Scenario(
        "hello", path, null, mix, Protocol.H2, 3000, 50, null, false, Set.of(), null, null);
  }

  /** One launch of a mix, of the variant of the other tests. */
  static MeasurementRecord record() {
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
            540_000L,
            "POST /orders was answered with 500");
    Launch launch = Examples.launch(1, "head", Mode.PLATFORM, "hello", load);
    return Examples.record(
        "mixed",
        Map.of("head", Examples.variant()),
        Examples.record().fingerprint(),
        List.of(scenario(null, MIX)),
        List.of(launch),
        null);
  }
}
