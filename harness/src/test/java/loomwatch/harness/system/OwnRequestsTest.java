package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A mix of requests to a service that speaks TLS with a certificate of its own. */
@ResourceLock("cpus")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnRequestsTest {
  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpsConfigurator;
      import com.sun.net.httpserver.HttpsServer;
      import java.io.FileInputStream;
      import java.net.InetSocketAddress;
      import java.security.KeyStore;
      import java.util.concurrent.Executors;
      import javax.net.ssl.KeyManagerFactory;
      import javax.net.ssl.SSLContext;

      public class Shop {
        public static void main(String[] args) throws Exception {
          KeyStore store = KeyStore.getInstance("PKCS12");
          store.load(new FileInputStream("shop.p12"), "secret".toCharArray());
          KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
          keys.init(store, "secret".toCharArray());
          SSLContext tls = SSLContext.getInstance("TLS");
          tls.init(keys.getKeyManagers(), null, null);
          HttpsServer server =
              HttpsServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.setHttpsConfigurator(new HttpsConfigurator(tls));
          server.setExecutor(Executors.newFixedThreadPool(20));
          server.createContext("/items", exchange -> {
            byte[] answer = exchange.getRequestBody().readAllBytes();
            boolean post = exchange.getRequestMethod().equals("POST");
            boolean json = "json".equals(exchange.getRequestHeaders().getFirst("X-Kind"));
            exchange.sendResponseHeaders(post ? json ? 201 : 405 : 200, post ? answer.length : -1);
            exchange.getResponseBody().write(answer);
            exchange.close();
          });
          server.start();
        }
      }
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        name: shop
        build: >-
          javac -d classes Shop.java &&
          (test -e shop.p12 || keytool -genkeypair -alias a -keyalg EC -dname CN=shop
          -storetype PKCS12 -storepass secret -keystore shop.p12)
        start: java -XX:TieredStopAtLevel=1 -cp classes Shop {port}
        ready: {path: /items, within: 60 s}
        protocol: https
        certificate: any
      scenarios:
        items:
          rate: 160  # 48 requests in a window: whole rounds of four
          connections: 4
          csv: items.csv
          requests:
          - {get: "/items/{csv.id}", weight: 3}
          - {post: /items, headers: {X-Kind: json}, body: {file: order.txt}, expect: {status: 201, contains: order}}
      """;

  private Path directory;

  /** In one folder, so that the key is made once. */
  @BeforeAll
  void write(@TempDir Path temporary) throws Exception {
    directory = temporary;
    Files.writeString(directory.resolve("Shop.java"), SHOP);
    Files.writeString(directory.resolve("items.csv"), "id\n1\n2\n");
    Files.writeString(directory.resolve("order.txt"), "order {csv.id}");
    Loomwatch.git(directory, "init", "-q");
  }

  @Test
  void run_mixOverTls_hasEachRequestByItself() throws Exception {
    Path out = directory.resolve("run");

    Loomwatch.Ended run = new Loomwatch(directory).run(arguments(SERVICE, "--out", out.toString()));

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.scenarios().getFirst().protocol()).isEqualTo(Protocol.HTTPS);
    assertThat(record.scenarios().getFirst().sent().shown())
        .isEqualTo("3 × /items/{csv.id}, 1 × POST /items");
    assertThat(record.launches()).as(run.err()).hasSize(1);
    for (Launch launch : record.launches()) {
      LoadResult load = requireNonNull(launch.load());
      List<RequestLoad> requests = requireNonNull(load.requests());
      assertThat(load.errors()).isEqualTo(LoadErrors.NONE);
      assertThat(requests)
          .extracting(RequestLoad::request)
          .containsExactly("/items/{csv.id}", "POST /items");
      assertThat(requests.stream().mapToLong(RequestLoad::completed).sum())
          .isEqualTo(load.completed());
      assertThat(requests.getFirst().completed()).isEqualTo(3 * requests.getLast().completed());
    }
  }

  @Test
  void run_answerOtherThanExpected_exits66AndQuotesIt() throws Exception {
    Loomwatch.Ended run =
        new Loomwatch(directory)
            .call(arguments(SERVICE.replace("contains: order", "contains: tea")));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err())
        .contains(
            "scenario items must be answered with 201 with tea, POST /items was with 201 by the"
                + " platform server: order 1");
  }

  private String[] arguments(String service, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("loomwatch.yaml"), service);
    return Loomwatch.on(
        file,
        "run",
        Stream.concat(Stream.of("--profile=trial"), Stream.of(more)).toArray(String[]::new));
  }
}
