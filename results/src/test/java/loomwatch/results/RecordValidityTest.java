package loomwatch.results;

import static loomwatch.results.Refusals.assertIllegal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.MeasurementRecord.Comparison;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the constructors refuse, with the whole message. */
class RecordValidityTest {
  private static final MeasurementRecord GOOD = Examples.record();
  private static final Map<String, Variant> HEAD = Map.of("head", Examples.variant());
  private static final List<Integer> CPU = List.of(0);
  private static final Comparison.Look LOOK = new Comparison.Look(6, 0.02);

  static List<Arguments> refusals() {
    return List.of(
        refusal(
            () -> with(GOOD.id(), Map.of("base", Examples.base()), List.of()),
            "variants must be those of head, or of base and head, was [base]"),
        refusal(
            () -> with(GOOD.id(), HEAD, GOOD.launches()),
            "variant of each launch must be among the variants, was base"),
        refusal(
            () -> with(".lock", GOOD.variants(), List.of()),
            "id must be 1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit, was \".lock\""),
        refusal(
            () -> Examples.record("a", HEAD, "md5:0", List.of(), List.of(), null),
            "fingerprint must be sha256: and 64 hexadecimal digits, was \"md5:0\""),
        refusal(
            () ->
                Examples.record(
                    "a", HEAD, GOOD.fingerprint(), List.of(), List.of(), GOOD.comparison()),
            "comparison must be there when base is, and only then, was there"),
        refusal(
            () -> with(GOOD.id(), GOOD.variants(), twice(GOOD.launches(), 0)),
            "valid launches must be one of each round, variant, mode and scenario, was two of round 1, base, platform, hello"),
        refusal(
            () ->
                new Comparison(
                    Map.of("base", "a", "head", "b"), false, List.of(LOOK, LOOK), null, List.of()),
            "looks must be ascending in rounds, was [Look[rounds=6, alpha=0.02], Look[rounds=6, alpha=0.02]]"),
        refusal(
            () -> {
              LoadResult load = GOOD.launches().getFirst().windows().getFirst().load();
              new Window(0, 0, 0, load, twice(List.of(Sample.of(Metric.PINNED, 1)), 0));
            },
            "samples must be one of each metric, was two of pinned"),
        refusal(
            () -> new Scenario("hello", "/hello", 0, 1, 1, false, Set.of()),
            "requestsPerSecond must be above 0, was 0.0"),
        refusal(
            () -> new Scenario("hello", "hello", 1, 1, 1, false, Set.of()),
            "path must be one that starts with /, was \"hello\""),
        refusal(() -> new Phases(0, -0.5, 0, 0), "warmUpSeconds must be at least 0, was -0.5"),
        refusal(
            () -> new Phases(0, 0, Double.NaN, 0),
            "measureSeconds must be a finite number, was NaN: leave out what could not be measured"),
        refusal(
            () -> new Host("cpu", 1, 1, "6", "none", "maybe", "on", "off", CPU, CPU),
            "turbo must be one of on, off, unknown, was \"maybe\""),
        refusal(
            () -> new Host("cpu", 1, 1, "6", "none", "on", "on", "off", List.of(0, -1), CPU),
            "serverCores must be each at least 0, was [0, -1]"),
        refusal(
            () -> new Variant("a", false, " ", "25", "x", List.of(), null, null, null),
            "tomcat must be some text, was \" \""),
        refusal(() -> new LoadErrors(0, 0, -1, 0, 0), "write must be at least 0, was -1"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void constructor_ofWhatCannotBe_refusesIt(ThrowingCallable construction, String message) {
    assertIllegal(construction, message);
  }

  @Test
  void record_invalidLaunchRepeated_isGood() {
    assertThat(with(GOOD.id(), GOOD.variants(), twice(GOOD.launches(), 3)).launches()).hasSize(7);
  }

  @Test
  void constructor_sets_haveOneOrder() {
    assertThat(GOOD.variants().keySet()).containsExactly("base", "head");
    Scenario scenario = new Scenario("a", "/", 1, 1, 1, false, Set.of(Mode.VIRTUAL, Mode.PLATFORM));
    assertThat(scenario.saturated()).containsExactly(Mode.PLATFORM, Mode.VIRTUAL);
  }

  private static <T> List<T> twice(List<T> all, int index) {
    return Stream.concat(all.stream(), Stream.of(all.get(index))).toList();
  }

  private static MeasurementRecord with(
      String id, Map<String, Variant> variants, List<Launch> launches) {
    Comparison compared = variants.containsKey("base") ? GOOD.comparison() : null;
    return Examples.record(id, variants, GOOD.fingerprint(), List.of(), launches, compared);
  }

  private static Arguments refusal(ThrowingCallable construction, String message) {
    return arguments(construction, message);
  }
}
