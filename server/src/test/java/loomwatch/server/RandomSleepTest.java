package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("tomcat")
class RandomSleepTest {
  @Test
  void sleep_sameSeed_drawsTheSameTimesInEitherMode() throws Exception {
    assertThat(draws("platform", "--seed", "7")).isEqualTo(draws("virtual", "--seed", "7"));
  }

  @Test
  void sleep_otherSeed_drawsOtherTimes() throws Exception {
    assertThat(draws("virtual", "--seed", "7")).isNotEqualTo(draws("virtual", "--seed", "8"));
  }

  @Test
  void sleep_manyDraws_coverTheRangeEvenlyAndNothingElse() throws Exception {
    List<String> draws = new ArrayList<>();
    try (RunningServer server = RunningServer.start("virtual")) {
      for (int i = 0; i < 400; i++) {
        draws.add(server.get("/sleep?min-ms=1&max-ms=4").body());
      }
    }

    assertThat(draws).containsOnly("slept 1 ms\n", "slept 2 ms\n", "slept 3 ms\n", "slept 4 ms\n");
    // 100 each are expected with a standard deviation of 8.7; the default seed fixes the outcome.
    assertThat(draws.stream().distinct().map(each -> occurrences(draws, each)))
        .allMatch(count -> count > 65 && count < 135);
  }

  private static long occurrences(List<String> draws, String draw) {
    return draws.stream().filter(draw::equals).count();
  }

  private static List<String> draws(String mode, String... options) throws Exception {
    List<String> draws = new ArrayList<>();
    try (RunningServer server = RunningServer.start(mode, options)) {
      for (int i = 0; i < 20; i++) {
        draws.add(server.get("/sleep?min-ms=0&max-ms=30").body());
      }
    }
    return draws;
  }
}
