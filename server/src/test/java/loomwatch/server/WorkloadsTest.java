package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.apache.catalina.util.ServerInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each endpoint on a real Tomcat; run once on each supported line. */
class WorkloadsTest {
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new RunningServer("--mode", "virtual", "--seed", "7");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void tomcat_isTheLineThisRunIsAbout() {
    assertThat(ServerInfo.getServerNumber())
        .startsWith(System.getProperty("loomwatch.tomcat.expected"));
  }

  @Test
  void hello_isASmallPage() throws Exception {
    HttpResponse<String> response = server.get("/hello");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("<h1>Hello World!</h1>").hasSizeBetween(350, 450);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/html");
  }

  @Test
  void sleep_fixed_takesThatLong() throws Exception {
    long start = System.nanoTime();

    assertThat(server.get("/sleep?ms=50").body()).isEqualTo("slept 50 ms\n");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);
  }

  @Test
  void sleep_uniform_sameSeedDrawsTheSame() throws Exception {
    try (RunningServer one = new RunningServer("--mode", "platform", "--seed", "42");
        RunningServer other = new RunningServer("--mode", "virtual", "--seed", "42")) {
      for (int i = 0; i < 20; i++) {
        String drawn = one.get("/sleep?min-ms=1&max-ms=9").body();
        assertThat(drawn).matches("slept [1-9] ms\n");
        assertThat(other.get("/sleep?min-ms=1&max-ms=9").body()).isEqualTo(drawn);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "8192", "100000"})
  void body_anySize_isExactlyThatLong(int bytes) throws Exception {
    assertThat(server.get("/body?bytes=" + bytes).body()).hasSize(bytes);
  }

  @Test
  void listStatic_isJson() throws Exception {
    assertThat(server.get("/list-static").body())
        .startsWith("[{\"id\":1,\"name\":\"item 1\",\"price\":1.5},")
        .endsWith("{\"id\":10,\"name\":\"item 10\",\"price\":15.0}]\n");
  }

  @Test
  void cpu_sameIterations_sameResult() throws Exception {
    String result = server.get("/cpu?iterations=10000").body();

    assertThat(result)
        .matches("[0-9a-f]{1,16}\n")
        .isEqualTo(server.get("/cpu?iterations=10000").body());
    assertThat(server.get("/cpu?iterations=10001").body()).isNotEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource({"service-blocking,0", "service-blocking,20", "service-async,0", "service-async,20"})
  void service_eitherStyle_answersAfterTheDelay(String style, int millis) throws Exception {
    long start = System.nanoTime();

    assertThat(server.get("/" + style + "?ms=" + millis).body())
        .isEqualTo("the service's answer\n");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(millis * 1_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/sleep|ms must be a whole number from 0 to 60000, was null",
        "/sleep?ms=-1|ms must be a whole number from 0 to 60000, was -1",
        "/sleep?min-ms=9&max-ms=1|max-ms must be a whole number from 9 to 60000, was 1",
        "/body?bytes=x|bytes must be a whole number from 0 to 16777216, was x",
        "/cpu?iterations=0|iterations must be a whole number from 1 to 1000000000, was 0",
        "/service-async?ms=99999|ms must be a whole number from 0 to 60000, was 99999",
      })
  void anyWorkload_badQuery_is400WithWhatIsExpected(String path, String message) throws Exception {
    HttpResponse<String> response = server.get(path);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).isEqualTo(message + "\n");
  }

  @ParameterizedTest
  @CsvSource({"platform,-exec-,false", "virtual,-virt-,true"})
  void thread_eitherMode_provesIt(String mode, String name, boolean virtual) throws Exception {
    try (RunningServer ofMode = new RunningServer("--mode", mode)) {
      assertThat(ofMode.get("/thread").body()).contains(name).contains("\"virtual\":" + virtual);
    }
  }

  @Test
  void keepAlive_manyRequests_staysOpen() throws Exception {
    try (var socket = new java.net.Socket("127.0.0.1", server.port())) {
      var out = socket.getOutputStream();
      var in = socket.getInputStream();
      byte[] request =
          "GET /body?bytes=0 HTTP/1.1\r\nHost: x\r\n\r\n"
              .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      for (int i = 0; i < 150; i++) {
        out.write(request);
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
          int next = in.read();
          assertThat(next).as("request %d: the connection was closed", i).isNotNegative();
          head.append((char) next);
        }
        assertThat(head).contains("200");
      }
    }
  }

  @Test
  void vitals_growWithWork() throws Exception {
    String before = server.get("/vitals").body();
    server.get("/body?bytes=1000000");
    String after = server.get("/vitals").body();

    assertThat(allocated(after)).isGreaterThan(allocated(before));
    assertThat(after).contains("\"pid\":" + ProcessHandle.current().pid());
  }

  private static long allocated(String vitals) {
    return Long.parseLong(vitals.replaceAll("(?s).*\"allocatedBytes\":(\\d+).*", "$1"));
  }
}
