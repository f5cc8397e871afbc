package loomwatch.measure.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a study's file, and what to do. */
final class StudyProblemsTest {
  private static final String GOOD =
      """
      schema: 1
      service: shipped
      load: {scenario: hello}
      factors:
        mode: [platform, virtual]
        heap: {small: {flags: -Xmx64m}, large: {flags: -Xmx1g}}
      claims:
        c: {metric: latency-p50, of: {heap: small}, over: {heap: large}, at-most: 1.5}
      """;

  private static String message(String yaml) {
    return String.valueOf(
        catchThrowableOfType(BadFileException.class, () -> StudyFileTest.read(yaml)).getMessage());
  }

  @Test
  void read_good_isGood() {
    assertThat(StudyFileTest.read(GOOD).cells()).hasSize(4);
  }

  @Test
  void read_unknownLevelInClaim_pointsAtIt() {
    assertThat(message(GOOD.replace("of: {heap: small}", "of: {heap: smal}")))
        .isEqualTo(
            """
            /x/grid.yaml:8:39: level must be one of heap, was "smal"
                7 | claims:
                8 |   c: {metric: latency-p50, of: {heap: smal}, over: {heap: large}, at-most: 1.5}
                  |                                       ^
              Did you mean small?\
            """);
  }

  @Test
  void read_capacityInAClosedLoop_saysThatItHasNoRate() {
    String open =
        GOOD.replace("metric: latency-p50", "metric: capacity")
            .replace("{scenario: hello}", "{scenario: hello, objective: 99 % within 20 ms}");

    assertThat(StudyFileTest.read(open).ofCapacity()).isTrue();
    assertThat(
            message(
                open.replace("{scenario: hello,", "{scenario: hello, users: 5,")
                    .replace("schema: 1", "schema: 1\nloop: closed")))
        .contains("loop must be open where a claim is of capacity, was closed");
  }

  /** In a closed loop. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {scenario: hello} | {scenario: hello, users: 5, rate: 5} | rate must be in an open loop alone
          mode: [platform, virtual] | rate: [5, 9] | rate must be in an open loop alone
          {scenario: hello} | {scenario: hello, users: 5, think: 61 s} | think must be at most 60 s, was "61 s"
          """)
  void read_closedLoop_refusesWhatHasNoEffectThere(String good, String bad, String told) {
    assertThat(message(GOOD.replace(good, bad).replace("schema: 1", "schema: 1\nloop: closed")))
        .contains(told)
        .contains("      | ");
  }

  /** What is written in its place, and the beginning of what is told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          schema: 1                | schema: 2                  | schema must be 1, was "2"
          service: shipped         | subjct: shipped            | key must be one of schema, title
          {scenario: hello}        | {scenario: helo}           | scenario must be one of the service's, was "helo"
          {scenario: hello}        | {get: /x}                  | load must say what is requested and how often
          {scenario: hello}        | {get: x, rate: 5}          | get must be a path that begins with /
          {scenario: hello}        | {get: /x?ids=1^2, rate: 5} | get must have characters of a URI alone, had ^
          {scenario: hello}        | {get: "/x/{mod}", rate: 5} | placeholder must be one of {mode}, {heap}, was "{mod}"
          {scenario: hello}        | {get: "/x/${mode}", rate: 5} | get must have characters of a URI alone, had {
          {scenario: hello}        | {scenario: hello, get: /x} | get must not be beside scenario
          {scenario: hello}        | {scenario: hello, users: 5, connections: 5} | users must not be beside connections
          {scenario: hello}        | {scenario: hello, think: 1 s} | think must be in a closed loop alone
          {scenario: hello}        | {scenario: hello, rate: 0} | rate must be
          [platform, virtual]      | [platform, virtuel]        | mode must be platform or virtual, was "virtuel"
          [platform, virtual]      | [platform, platform]       | level must be given once, was "platform" again
          [platform, virtual]      | []                         | levels of mode must be from 1 to 20, were 0
          heap: {small             | heap: {"a b"               | level must be named by at most 40 letters
          -Xmx64m                  | -javaagent:x.jar           | flag must be none that loads an agent
          {scenario: hello}        | {scenario: hello, objective: 99 %} | objective must be a share and a time
          metric: latency-p50      | metric: capacity           | load must have an objective where a claim is of capacity
          metric: latency-p50      | metric: slow-share         | load must have an objective where a claim is of slow-share
          metric: latency-p50      | metric: latency-p5         | metric must be throughput or one of the metrics
          over: {heap: large}      | over: {heap: small}        | over must be other cells than of, was the same
          over: {heap: large}      | over: {mode: virtual}      | over must name a level of the same factors as of
          over: {heap: large}      | over: {}                   | over must name at least one level, named none
          of: {heap: small}        | of: {}                     | of must name at least one level, named none
          over: {heap: large}      | over: {haep: large}        | factor must be one of the study's, was "haep"
          at-most: 1.5             | published: 1.5             | claim must have at-least, at-most or both
          at-most: 1.5             | at-most: 1, at-least: 2    | at-least must be at most at-most
          """)
  void read_bad_saysWhatMustBe(String good, String bad, String told) {
    assertThat(GOOD).contains(good);

    assertThat(message(GOOD.replace(good, bad))).contains(told).contains("      | ");
  }

  @Test
  void read_tooManyCells_saysHowMany() {
    String levels = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]";
    assertThat(message(GOOD.replace("  mode:", "  connections: " + levels + "\n  mode:")))
        .contains("cells must be at most 60, were 64");
  }

  @Test
  void read_levelsThatSetNothing_saysThatTheyMakeNoOtherCell() {
    assertThat(message(GOOD.replace("large: {flags: -Xmx1g}", "usual: {}, large: {}")))
        .contains("levels must make each cell another, did not make large, platform")
        .contains("let each set something");
  }

  @Test
  void read_listOfFreeFactor_saysHowToWriteIt() {
    assertThat(message(GOOD.replace("[platform, virtual]", "[platform, virtual]\n  gc: [a, b]")))
        .contains("levels of gc must be a mapping, was a list")
        .contains("Write each with what it sets");
  }
}
