package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.harness.github.StandInMain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A service of two commits, the second of which allocates more: why, and at which line. */
@ResourceLock("cpus")
class WhyTest {
  private static final String SHOP =
      """
      package shop;

      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;
      import java.util.concurrent.Executors;

      public class Shop {
        static volatile byte[] last;

        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
          server.createContext("/items", exchange -> {
            byte[] body = price(7);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
          server.start();
          System.out.println("selling at " + args[0]);
        }

        static byte[] price(int items) {
          last = new byte[1_000];
          return "items".getBytes();
        }
      }
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        name: shop
        build: javac -g -d classes shop/Shop.java
        start: java -Dsun.net.httpserver.nodelay=true -cp classes shop.Shop {port}
        ready: {log: ^selling}
        modes:
          virtual: {}
      scenarios:
        items: {get: /items, rate: 400, connections: 10}
      """;

  @TempDir Path directory;
  private Path shop;
  private Loomwatch loomwatch;

  @BeforeEach
  void begin() throws Exception {
    shop = Files.createDirectories(directory.resolve("shop"));
    loomwatch = new Loomwatch(directory);
    write("shop/Shop.java", SHOP);
    write("loomwatch.yaml", SERVICE);
    Loomwatch.git(shop, "init", "-q", "-b", "main");
    Loomwatch.commit(shop, "sell");
    write("shop/Shop.java", SHOP.replace("new byte[1_000]", "new byte[40_000]"));
    Loomwatch.commit(shop, "sell more");
  }

  /** The comparison by itself where it is regressed; asked for, whatever it came to. */
  @Tag("long")
  @Test
  void why_revisionThatAllocatesMore_namesMethodAndLine() throws Exception {
    Path out = directory.resolve("compared");
    Loomwatch.Ended compare =
        run(
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial",
            "--no-why",
            "--json",
            "--out",
            out.toString());
    assertThat(List.of(1, 2, 3)).as(compare.err()).contains(compare.exitCode());
    assertThat(out.resolve("causes.json")).doesNotExist();
    String record = Files.readString(out.resolve("record.json"));

    Loomwatch.Ended why = run("why", "--json", Path.of("").toAbsolutePath().relativize(out) + "");

    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(Files.readString(out.resolve("record.json"))).isEqualTo(record);
    JsonNode first = new ObjectMapper().readTree(why.out()).path("causes").path(0);
    assertThat(first.path("method").asText())
        .as(why.err() + why.out())
        .isEqualTo("shop.Shop.price");
    assertThat(first.path("metric").asText()).isEqualTo("allocated-per-request");
    assertThat(first.path("mode").asText()).isEqualTo("virtual");
    assertThat(first.path("file").asText()).isEqualTo("shop/Shop.java");
    assertThat(first.path("line").asInt()).isEqualTo(25);
    assertThat(first.path("changed").asBoolean()).isTrue();
    assertThat(first.path("explainedPercent").asDouble()).isGreaterThan(50);
    assertThat(first.path("head").asDouble() - first.path("base").asDouble())
        .isBetween(30_000.0, 48_000.0);
    assertThat(Files.readString(out.resolve("causes.md"))).contains("Shop.price");
    assertThat(Files.readString(out.resolve("report.md"))).contains("Shop.price");
    assertThat(Files.readString(out.resolve("causes.html"))).contains("Content-Security-Policy");
    try (Stream<Path> kept = Files.list(out.resolve("causes"))) {
      assertThat(kept.map(file -> file.getFileName().toString()))
          .contains("items-virtual-base-allocation.folded", "items-virtual-head-allocation.folded");
    }
    assertThat(Files.readString(out.resolve("causes/items-virtual-head-allocation.folded")).lines())
        .anyMatch(line -> line.matches(".*;shop\\.Shop\\.price \\d+"));
    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
  }

  @Test
  void why_runOfHeadAlone_isRefused() throws Exception {
    Path out = directory.resolve("run");
    StandInMain.keepRun(out, "0".repeat(40), 1);
    loomwatch.call("gate", out.toString());

    Loomwatch.Ended why = loomwatch.call("why", out.toString());

    assertThat(why.exitCode()).isEqualTo(64);
    assertThat(why.err()).contains("name a directory that ./loomwatch compare made");
  }

  private Loomwatch.Ended run(String command, String... more) throws Exception {
    return loomwatch.run(Loomwatch.on(shop.resolve("loomwatch.yaml"), command, more));
  }

  private void write(String file, String text) throws Exception {
    Path path = shop.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
