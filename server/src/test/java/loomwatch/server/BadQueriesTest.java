package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ResourceLock("tomcat")
class BadQueriesTest {
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.start("platform");
  }

  @AfterAll
  static void stop() {
    server.close();
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
    HttpResponse<String> answer = server.get(path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    assertThat(answer.body()).isEqualTo(message + "\n");
  }
}
