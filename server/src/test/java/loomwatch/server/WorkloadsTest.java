package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each endpoint answers. */
@ResourceLock("tomcat")
class WorkloadsTest {
  private static BothModes servers;

  @BeforeAll
  static void start() throws Exception {
    servers = BothModes.start();
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @ParameterizedTest
  @CsvSource({"platform, -exec-, false", "virtual, -virt-, true"})
  void thread_inEachMode_provesIt(String mode, String name, boolean virtual) throws Exception {
    HttpResponse<String> answer = servers.in(mode).get("/thread");

    assertThat(type(answer)).isEqualTo("application/json");
    assertThat(answer.body())
        .matches(
            "\\{\"name\":\"http-nio-127\\.0\\.0\\.1-auto-\\d+%s\\d+\",\"virtual\":%b}\n"
                .formatted(name, virtual));
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void hello_always_isTheSamePageOfAboutTheExamplesSize(String mode) throws Exception {
    HttpResponse<String> answer = servers.in(mode).get("/hello");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(type(answer)).startsWith("text/html");
    assertThat(answer.body()).startsWith("<!DOCTYPE html>\n").endsWith("</html>\n");
    assertThat(length(answer)).isEqualTo(answer.body().length()).isBetween(360L, 420L);
  }

  @Test
  void listStatic_always_isTenItemsOfJson() throws Exception {
    HttpResponse<String> answer = servers.in("virtual").get("/list-static");

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
    HttpResponse<String> answer = servers.in("platform").get("/body?bytes=" + bytes);

    assertThat(type(answer)).isEqualTo("application/octet-stream");
    assertThat(length(answer)).isEqualTo(bytes);
    assertThat(answer.body()).isEqualTo("x".repeat(bytes));
  }

  /** One step of xorshift64 by hand; and a million, from Marsaglia's C code. */
  @ParameterizedTest
  @CsvSource({"1, 79690975fbde15b0", "1000000, 652cf958c2958ad6"})
  void cpu_ofSomeIterations_isTheGeneratorsState(int iterations, String state) throws Exception {
    String path = "/cpu?iterations=" + iterations;

    assertThat(servers.in("platform").get(path).body()).isEqualTo(state + "\n");
    assertThat(servers.in("virtual").get(path).body()).isEqualTo(state + "\n");
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
        Stopwatch.time(() -> {
          HttpResponse<String> answer = servers.in(mode).get(path + "?ms=80");
          assertThat(answer.body()).isEqualTo(text + "\n");
          assertThat(type(answer)).startsWith("text/plain");
          return assertThat(length(answer)).isEqualTo(text.length() + 1);
        });

    assertThat(took).isBetween(Duration.ofMillis(80), Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/service-blocking?ms=0", "/service-async?ms=0", "/sleep?ms=0"})
  void waitingWorkload_ofNoTime_answers(String path) throws Exception {
    assertThat(servers.in("platform").get(path).statusCode()).isEqualTo(200);
    assertThat(servers.in("virtual").get(path).statusCode()).isEqualTo(200);
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElseThrow();
  }

  private static long length(HttpResponse<String> answer) {
    return answer.headers().firstValueAsLong("Content-Length").orElseThrow();
  }
}
