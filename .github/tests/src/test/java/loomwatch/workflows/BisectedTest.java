package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A change that history shows between two runs, with commits between them that left no record. */
class BisectedTest extends OnFakeGitHub {
  /**
   * Compares as the stand-in does, finds it worse, and says that bisect found what a file holds.
   */
  private static final String FINDING =
      """
      #!/bin/sh
      case "$1" in
        compare) ./loomwatch-itself "$@"; exit 1 ;;
        bisect)
          [ -e out/bisect/compared/record.json ] || exit 65
          case "$*" in "bisect --good $BASE --bad $HEAD --scenario hello "*) cat found.json; exit 2 ;; esac
          exit 64 ;;
      esac
      exec ./loomwatch-itself "$@"
      """;

  private static final String FOUND =
      """
      {"schema": 1, "good": "%s", "scenario": "hello", "mode": "virtual",
       "metric": "cpu-per-request",
       "change": {"percent": 20.0, "interval": {"low": 19.0, "high": 21.0}},
       "first": "%s", "last": "%s", "probability": 0.91, "commits": []}
      """;

  private final List<String> past = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    github
        .remembering(world.head())
        .on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}");
  }

  /** What is found is told when it lies between the two, and is refused when it does not. */
  @ParameterizedTest
  @CsvSource({"true, open", "false, ''"})
  void main_changeBetweenCommitsLeftOut_isTracedWithinThem(boolean within, String issue)
      throws Exception {
    for (int i = 0; i < 24; i++) {
      past.add(world.commit("good " + i) + "=1." + "%03d".formatted(i * 7 % 5));
    }
    String lastGood = world.head();
    String culprit = world.costing("1.2");
    String leftOut = world.commit("left out too");
    String firstBad = world.commit("first bad");
    past.add(firstBad + "=1.2");
    past.add(world.commit("bad") + "=1.201");
    world.pages().past(past);
    world.launching(FINDING);
    world.write("found.json", FOUND.formatted(lastGood, within ? culprit : lastGood, leftOut));
    world.costing("1.199");
    world.push();

    Act.Run run = act.push();

    assertThat(run.failed().contains("Fail when a record was refused"))
        .as(run.said())
        .isEqualTo(!within);
    assertThat(String.join(" ", github.remembered().path("issues").findValuesAsText("state")))
        .isEqualTo(issue);
    if (within) {
      assertThat(github.remembered().at("/issues/0/body").asText())
          .contains("it came with one of the commits from " + culprit.substring(0, 8))
          .contains(" to " + leftOut.substring(0, 8) + ", with a probability of 91 %");
    } else {
      assertThat(run.said())
          .contains("first must be a commit between those that were compared, was");
      assertThat(world.pages().history())
          .as("answered, or each push would measure the two again")
          .last()
          .isEqualTo(lastGood + ".." + firstBad);
    }
  }
}
