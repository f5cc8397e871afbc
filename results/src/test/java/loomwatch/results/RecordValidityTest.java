package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.Slice;
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

  static List<Arguments> refusals() {
    return List.of(
        refusal(
            "record base without head",
            () -> with(GOOD.id(), Map.of("base", Examples.base()), List.of()),
            "subjects must be those of head, or of base and head, was [base]"),
        refusal(
            "record launch of an arm without subject",
            () -> with(GOOD.id(), Map.of("head", Examples.subject()), GOOD.launches()),
            "arm of each launch must be among the subjects, was base"),
        refusal(
            "record path for id",
            () -> with("../x", GOOD.subjects(), List.of()),
            "id must be 1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit, was \"../x\""),
        refusal(
            "record hidden file for id",
            () -> with(".lock", GOOD.subjects(), List.of()),
            "id must be 1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit, was \".lock\""),
        refusal(
            "record other fingerprint",
            () ->
                new MeasurementRecord(
                    1,
                    "a",
                    Instant.EPOCH,
                    "quick",
                    0,
                    "embedded",
                    GOOD.host(),
                    GOOD.subjects(),
                    "md5:0",
                    List.of(),
                    List.of(),
                    List.of(),
                    GOOD.comparison()),
            "fingerprint must be sha256: and 64 hexadecimal digits, was \"md5:0\""),
        refusal(
            "record comparison of one arm",
            () ->
                new MeasurementRecord(
                    1,
                    "a",
                    Instant.EPOCH,
                    "quick",
                    0,
                    "embedded",
                    GOOD.host(),
                    Map.of("head", Examples.subject()),
                    GOOD.fingerprint(),
                    List.of(),
                    List.of(),
                    List.of(),
                    GOOD.comparison()),
            "comparison must be there when base is, and only then, was there"),
        refusal(
            "scenario rate of zero",
            () -> new Scenario("hello", "/hello", 0, 1, 1, false, Set.of()),
            "requestsPerSecond must be above 0, was 0.0"),
        refusal(
            "scenario relative path",
            () -> new Scenario("hello", "hello", 1, 1, 1, false, Set.of()),
            "path must be one that starts with /, was \"hello\""),
        refusal(
            "phases negative",
            () -> new Phases(0, -0.5, 0, 0),
            "warmUpSeconds must be at least 0, was -0.5"),
        refusal(
            "phases nan",
            () -> new Phases(0, 0, Double.NaN, 0),
            "measureSeconds must be a finite number, was NaN: leave out what could not be measured"),
        refusal(
            "sample nan",
            () -> Sample.of(Metric.CPU_PER_REQUEST, Double.NaN),
            "cpu-per-request must be a finite number, was NaN: missing stays missing"),
        refusal(
            "host unknown switch",
            () -> new Host("cpu", 1, 1, "6", "none", "maybe", "on", "off", List.of(0), List.of(0)),
            "turbo must be one of on, off, unknown, was \"maybe\""),
        refusal(
            "host negative core",
            () -> new Host("cpu", 1, 1, "6", "none", "on", "on", "off", List.of(0, -1), List.of(0)),
            "serverCores must be each at least 0, was [0, -1]"),
        refusal(
            "subject blank version",
            () -> new Subject("a", false, " ", "25", "x", List.of(), null),
            "tomcat must be some text, was \" \""),
        refusal(
            "invalid without detail",
            () -> new Invalid(Invalid.Reason.ERRORS, ""),
            "detail must be some text, was \"\""),
        refusal(
            "errors negative",
            () -> new LoadErrors(0, 0, -1, 0, 0),
            "write must be at least 0, was -1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void constructor_ofWhatCannotBe_refusesIt(
      String what, ThrowingCallable construction, String message) {
    refused(construction, message);
  }

  private static void refused(ThrowingCallable construction, String message) {
    assertThatThrownBy(construction)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void record_twoValidLaunchesOfOnePlace_isRefused() {
    List<Launch> launches = new ArrayList<>(GOOD.launches());
    launches.add(launches.get(0));

    refused(
        () -> with(GOOD.id(), GOOD.subjects(), launches),
        "valid launches must be one of each block, arm, mode and scenario,"
            + " was two of block 1, base, platform, hello");
  }

  @Test
  void record_invalidLaunchRepeated_isGood() {
    List<Launch> launches = new ArrayList<>(GOOD.launches());
    launches.add(launches.get(3));

    assertThat(with(GOOD.id(), GOOD.subjects(), launches).launches()).hasSize(7);
  }

  @Test
  void comparison_looksNotAscending_isRefused() {
    Comparison.Look look = new Comparison.Look(6, 0.02);

    refused(
        () ->
            new Comparison(
                Map.of("base", "a", "head", "b"), false, List.of(look, look), null, List.of()),
        "looks must be ascending in blocks, was [Look[blocks=6, alpha=0.02], Look[blocks=6,"
            + " alpha=0.02]]");
  }

  @Test
  void record_subjects_areInTheOrderOfTheirNames() {
    assertThat(GOOD.subjects().keySet()).containsExactly("base", "head");
  }

  @Test
  void scenario_saturatedModes_haveOneOrder() {
    Scenario scenario = new Scenario("a", "/", 1, 1, 1, false, Set.of(Mode.VIRTUAL, Mode.PLATFORM));

    assertThat(scenario.saturated()).containsExactly(Mode.PLATFORM, Mode.VIRTUAL);
  }

  @Test
  void slice_oneMetricTwice_isRefused() {
    LoadResult load = GOOD.launches().get(0).slices().get(0).load();
    List<Sample> twice = List.of(Sample.of(Metric.PINNED, 1), Sample.of(Metric.PINNED, 2));

    refused(
        () -> new Slice(0, 0, 0, load, twice),
        "samples must be one of each metric, was two of pinned");
  }

  private static MeasurementRecord with(
      String id, Map<String, Subject> subjects, List<Launch> launches) {
    return new MeasurementRecord(
        1,
        id,
        Instant.EPOCH,
        "quick",
        0,
        "embedded",
        GOOD.host(),
        subjects,
        GOOD.fingerprint(),
        List.of(),
        launches,
        List.of(),
        subjects.containsKey("base") ? GOOD.comparison() : null);
  }

  private static Arguments refusal(String what, ThrowingCallable construction, String message) {
    return arguments(what, construction, message);
  }
}
