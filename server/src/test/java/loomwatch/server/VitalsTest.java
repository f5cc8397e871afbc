package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VitalsTest {
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.start("virtual", "--handicap", "alloc:64MiB");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void vitals_always_isTheJsonTheHarnessReads() throws Exception {
    HttpResponse<String> answer = server.get("/vitals");

    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    assertThat(answer.body()).matches("\\{\"allocatedBytes\":\\d+,\"compileMillis\":\\d+}\n");
  }

  @Test
  void vitals_afterAllocation_haveGrownByIt() throws Exception {
    long before = allocatedBytes();
    assertThat(server.get("/hello").statusCode()).isEqualTo(200);

    assertThat(allocatedBytes() - before).isBetween(64L << 20, 96L << 20);
  }

  /** The observer must not feel the handicap, or it would count in what it observes. */
  @Test
  void vitals_withHandicap_areServedWithoutIt() throws Exception {
    long before = allocatedBytes();

    assertThat(allocatedBytes() - before).isBetween(1L, 32L << 20);
  }

  @Test
  void nativeMemory_withoutTracking_saysSo() throws Exception {
    HttpResponse<String> answer = server.get("/vitals/native-memory");

    assertThat(answer.body()).isEqualTo("Native memory tracking is not enabled\n");
  }

  private static long allocatedBytes() throws Exception {
    return Long.parseLong(
        server.get("/vitals").body().replaceAll("(?s).*\"allocatedBytes\":(\\d+).*", "$1"));
  }
}
