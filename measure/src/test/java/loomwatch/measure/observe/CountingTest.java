package loomwatch.measure.observe;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.measure.observe.CountReader.Observed;
import loomwatch.results.Metric;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import org.h2.Driver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in a real JVM that does not know of it: {@code Busy.java} in the resources. */
class CountingTest {
  private static final long REQUESTS = 50;

  /** What others decide: which thread of a server reads, and when two of them meet. */
  private static final Set<Metric> BY_CHANCE = Set.of(Metric.ROUND_TRIPS, Metric.CONTENDED_LOCKS);

  private static final String HERE = "here";
  private static final String BUSY = "Busy.java";
  private static final String DRIVER =
      Driver.class.getProtectionDomain().getCodeSource().getLocation().getPath();

  @TempDir Path directory;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(process -> process.destroyForcibly().onExit().join());
  }

  @ParameterizedTest
  @ValueSource(strings = {"here", "17"})
  void read_requestsThatDoTheSame_hasEachAsOftenAsItWasDone(String jdk) throws Exception {
    URI server = start(jdk, List.of(), BUSY, DRIVER);
    Counting counting = new Counting(started.getFirst().pid(), directory);
    request(server, 3, null);

    for (int scenario = 1; scenario <= 2; scenario++) {
      Path recording = directory.resolve(scenario + ".jfr");
      counting.start();
      request(server, REQUESTS, null);
      counting.stop(recording);

      assertThat(times(CountReader.read(recording, Mix.of("/", null))))
          .containsExactlyInAnyOrderEntriesOf(
              Map.ofEntries(
                  each(Metric.SQL_STATEMENTS, "select name from owner where id = ?"),
                  each(Metric.SQL_STATEMENTS, "update owner set name = ? where id = ?"),
                  each(
                      Metric.SQL_STATEMENTS,
                      "select count(*) from owner where name = ? and id in (?)"),
                  each(Metric.OUTGOING_CALLS, "GET 127.0.0.1/orders/{id}"),
                  each(Metric.EXCEPTIONS, "java.lang.IllegalStateException"),
                  each(Metric.EXCEPTIONS, "java.lang.AssertionError"),
                  each(Metric.LOG_EVENTS, "INFO of busy"),
                  each(Metric.FILE_READS, "junit-#/order-#.txt"),
                  each(Metric.FILE_WRITES, "junit-#/order-#.txt")));
      assertThat(new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1))
          .doesNotContain("it''s secret")
          .doesNotContain("token=secret");
    }
  }

  @Test
  void start_jvmThatForbidsIt_isRefused() throws Exception {
    start(HERE, List.of("-XX:-EnableDynamicAgentLoading"), BUSY, DRIVER);

    assertThatThrownBy(() -> new Counting(started.getFirst().pid(), directory).start())
        .isInstanceOf(InstrumentingAgent.RefusedException.class)
        .hasMessageStartingWith("no agent could be loaded into it to instrument it: ");
  }

  /** A login comes without a mark. */
  @Test
  void read_requestsOfAMix_areToldApartByTomcat() throws Exception {
    URI server = start(HERE, List.of(), "Mixed.java", "../server/target/app/*");
    Counting counting = new Counting(started.getFirst().pid(), directory);
    Path recording = directory.resolve("mixed.jfr");
    counting.start();
    request(server.resolve("login"), 1, null);
    for (int i = 0; i < REQUESTS; i++) {
      request(server.resolve("a"), 1, "0");
      request(server.resolve("b"), 1, "1");
    }
    counting.stop(recording);
    Mix mix =
        new Mix(List.of(new MixedRequest("/a", null, 1), new MixedRequest("/b", null, 1)), null);

    assertThat(CountReader.read(recording, mix))
        .filteredOn(each -> each.metric() == Metric.EXCEPTIONS)
        .extracting(Observed::request)
        .containsOnly("/a", "/b")
        .satisfies(requests -> {
          assertThat(Collections.frequency(requests, "/a")).isEqualTo((int) REQUESTS);
          assertThat(Collections.frequency(requests, "/b")).isEqualTo(2 * (int) REQUESTS);
        });
    assertThat(CountReader.marked(mix).requests())
        .extracting(each -> each.sent().headers())
        .containsExactly(Map.of("Loomwatch-Request", "0"), Map.of("Loomwatch-Request", "1"));
  }

  private static Map.Entry<String, Long> each(Metric metric, String what) {
    return Map.entry(metric.label() + " " + what, REQUESTS);
  }

  private Map<String, Long> times(List<Observed> seen) {
    return seen.stream()
        .filter(each -> !BY_CHANCE.contains(each.metric()))
        .collect(
            groupingBy(
                each -> each.metric().label() + " " + each.what(), TreeMap::new, counting()));
  }

  private URI start(String jdk, List<String> flags, String program, String classPath)
      throws Exception {
    Process process = SourceProgram.start(jdk, flags, program, classPath, directory);
    started.add(process);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    return URI.create("http://127.0.0.1:" + lines.readLine() + "/");
  }

  private static void request(URI server, long times, @Nullable String mark) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(server);
    if (mark != null) {
      request.header(CountingProbe.HEADER, mark);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (long i = 0; i < times; i++) {
        assertThat(client.send(request.build(), BodyHandlers.discarding()).statusCode())
            .isEqualTo(204);
      }
    }
  }
}
