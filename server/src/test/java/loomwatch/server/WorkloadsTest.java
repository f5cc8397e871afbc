package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each endpoint answers. */
@ResourceLock("tomcat")
class WorkloadsTest {
  private static final Map<String, RunningServer> SERVERS = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    for (String mode : List.of("platform", "virtual")) {
      SERVERS.put(mode, RunningServer.start(mode));
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(RunningServer::close);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenario_thatShips_isAnswered(String path) throws Exception {
    assertThat(in("virtual").get(path).statusCode()).isEqualTo(200);
  }

  static List<String> scenarios() throws IOException {
    return Pattern.compile("\\{get: \"?(/[^\",]+)")
        .matcher(Files.readString(Path.of("loomwatch.yaml")))
        .results()
        .map(path -> path.group(1))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"platform, -exec-, false", "virtual, -virt-, true"})
  void thread_inEachMode_provesIt(String mode, String name, boolean virtual) throws Exception {
    HttpResponse<String> answer = in(mode).get("/thread");

    assertThat(type(answer)).isEqualTo("application/json");
    assertThat(answer.body())
        .matches(
            "\\{\"name\":\"http-nio-127\\.0\\.0\\.1-auto-\\d+%s\\d+\",\"virtual\":%b}\n"
                .formatted(name, virtual));
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void hello_always_isTheSamePageOfAboutTheExamplesSize(String mode) throws Exception {
    HttpResponse<String> answer = in(mode).get("/hello");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(type(answer)).startsWith("text/html");
    assertThat(answer.body()).startsWith("<!DOCTYPE html>\n").endsWith("</html>\n");
    assertThat(length(answer)).isEqualTo(answer.body().length()).isBetween(360L, 420L);
  }

  @Test
  void listStatic_always_isTenItemsOfJson() throws Exception {
    HttpResponse<String> answer = in("virtual").get("/list-static");

    assertThat(type(answer)).isEqualTo("application/json");
    assertThat(answer.body())
        .startsWith(
            "[{\"id\":1,\"name\":\"item 1\",\"price\":1.5},"
                + "{\"id\":2,\"name\":\"item 2\",\"price\":3.0},")
        .endsWith(",{\"id\":10,\"name\":\"item 10\",\"price\":15.0}]\n");
    assertThat(length(answer)).isEqualTo(answer.body().length());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8_191, 8_192, 8_193, 1_000_000})
  void body_ofAnySize_isThatLong(int bytes) throws Exception {
    HttpResponse<String> answer = in("platform").get("/body?bytes=" + bytes);

    assertThat(type(answer)).isEqualTo("application/octet-stream");
    assertThat(length(answer)).isEqualTo(bytes);
    assertThat(answer.body()).isEqualTo("x".repeat(bytes));
  }

  /** One step of xorshift64 by hand; and a million, from Marsaglia's C code. */
  @ParameterizedTest
  @CsvSource({"1, 79690975fbde15b0", "1000000, 652cf958c2958ad6"})
  void cpu_ofSomeIterations_isTheGeneratorsState(int iterations, String state) throws Exception {
    String path = "/cpu?iterations=" + iterations;

    assertThat(in("platform").get(path).body()).isEqualTo(state + "\n");
    assertThat(in("virtual").get(path).body()).isEqualTo(state + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "platform, /sleep, slept 80 ms",
    "virtual, /sleep, slept 80 ms",
    "platform, /service-blocking, the service's answer",
    "virtual, /service-blocking, the service's answer",
    "platform, /service-async, the service's answer",
    "virtual, /service-async, the service's answer"
  })
  void waitingWorkload_of80ms_answersNoEarlier(String mode, String path, String text)
      throws Exception {
    Duration took =
        RunningServer.time(() -> {
          HttpResponse<String> answer = in(mode).get(path + "?ms=80");
          assertThat(answer.body()).isEqualTo(text + "\n");
          assertThat(type(answer)).startsWith("text/plain");
          return assertThat(length(answer)).isEqualTo(text.length() + 1);
        });

    assertThat(took).isBetween(Duration.ofMillis(80), Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/service-blocking?ms=0", "/service-async?ms=0", "/sleep?ms=0"})
  void waitingWorkload_ofNoTime_answers(String path) throws Exception {
    assertThat(in("platform").get(path).statusCode()).isEqualTo(200);
    assertThat(in("virtual").get(path).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/sleep | ms must be a whole number from 0 to 60000, was missing",
        "/sleep?ms=-1 | ms must be a whole number from 0 to 60000, was '-1'",
        "/sleep?ms=60001 | ms must be a whole number from 0 to 60000, was '60001'",
        "/sleep?ms=1.5 | ms must be a whole number from 0 to 60000, was '1.5'",
        "/sleep?max-ms=9 | min-ms must be a whole number from 0 to 60000, was missing",
        "/sleep?min-ms=20&max-ms=9 | max-ms must be a whole number from 20 to 60000, was '9'",
        "/body | bytes must be a whole number from 0 to 16777216, was missing",
        "/body?bytes=16777217 | bytes must be a whole number from 0 to 16777216, was '16777217'",
        "/cpu?iterations=0 | iterations must be a whole number from 1 to 1000000000, was '0'",
        "/service-blocking?ms=x | ms must be a whole number from 0 to 60000, was 'x'",
        "/service-async?ms=%C3%A9 | ms must be a whole number from 0 to 60000, was 'é'",
      })
  void workload_badQuery_isAnswered400WithWhatWasExpected(String path, String message)
      throws Exception {
    HttpResponse<String> answer = in("platform").get(path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(type(answer)).isEqualTo("text/plain;charset=UTF-8");
    assertThat(answer.body()).isEqualTo(message + "\n");
  }

  @Test
  void sleep_seed_decidesTheTimesInEitherMode() throws Exception {
    List<String> draws = draws("platform", "7");

    assertThat(draws("virtual", "7")).isEqualTo(draws);
    assertThat(draws("virtual", "8")).isNotEqualTo(draws);
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

  private static List<String> draws(String mode, String seed) throws Exception {
    List<String> draws = new ArrayList<>();
    try (RunningServer server = RunningServer.start(mode, "--seed", seed)) {
      for (int i = 0; i < 20; i++) {
        draws.add(server.get("/sleep?min-ms=0&max-ms=30").body());
      }
    }
    return draws;
  }

  private static RunningServer in(String mode) {
    return Objects.requireNonNull(SERVERS.get(mode));
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElseThrow();
  }

  private static long length(HttpResponse<String> answer) {
    return answer.headers().firstValueAsLong("Content-Length").orElseThrow();
  }
}
