package loomwatch.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service in a folder that is mounted, and belongs to a user whom the image does not know. */
class LoomwatchImageTest {
  private static final int OWNER = 12_345;

  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;

      public class Shop {
        static final int BYTES = 1_000;
        static volatile byte[] last;

        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.createContext("/items", exchange -> {
            last = new byte[BYTES];
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("items".getBytes());
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
        build: javac -d classes Shop.java
        start: java -Dsun.net.httpserver.nodelay=true -cp classes Shop {port}
        ready: /items
        modes: {platform: {}}
      scenarios:
        items: {get: /items, rate: 200, connections: 10}
      """;

  @TempDir Path temporary;
  private Path shop;
  private int us;

  @BeforeEach
  void own() throws Exception {
    shop = temporary.toRealPath();
    us = owner(shop);
    Files.writeString(shop.resolve("loomwatch.yaml"), SERVICE);
    Files.writeString(shop.resolve("Shop.java"), SHOP);
    LoomwatchImage.commit(shop, "sell");
    Files.writeString(shop.resolve("Shop.java"), SHOP.replace("1_000", "100_000"));
    LoomwatchImage.commit(shop, "more");
    give(OWNER);
  }

  @AfterEach
  void takeBack() {
    give(us);
  }

  @Test
  void compare_ofAMountedFolder_buildsAsItsOwner() throws Exception {
    Programs.Ended ended = loomwatch("compare", "--base", "HEAD", "--head", "HEAD");

    assertThat(ended.said()).contains("--base and --head are the same service");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(owner(shop.resolve(".loomwatch"))).isEqualTo(OWNER);
  }

  @Test
  void compare_asAnotherUser_isThatUsers() throws Exception {
    give(OWNER + 1);

    Programs.Ended ended =
        loomwatch(List.of("--user=" + (OWNER + 1)), "compare", "--base=HEAD", "--head=HEAD");

    assertThat(ended.exitCode()).as(ended.said()).isEqualTo(4);
    assertThat(owner(shop.resolve(".loomwatch"))).isEqualTo(OWNER + 1);
  }

  @Test
  void version_ofTheImage_isTheReleases() {
    assertThat(loomwatch("--version").said()).contains("loomwatch 1.0.0 (commit ");
  }

  @Tag("long")
  @Test
  void compare_ofTwoCommits_measuresAndJudges() throws Exception {
    Programs.Ended ended =
        loomwatch("compare", "--base", "HEAD~1", "--head", "HEAD", "--profile", "smoke");

    assertThat(ended.said()).contains("REGRESSED: items ", "allocation per request");
    assertThat(ended.exitCode()).isEqualTo(1);
    try (Stream<Path> files = Files.walk(shop.resolve(".loomwatch"))) {
      assertThat(files).allSatisfy(file -> assertThat(owner(file)).isEqualTo(OWNER));
    }
  }

  private Programs.Ended loomwatch(String... arguments) {
    return loomwatch(List.of(), arguments);
  }

  private Programs.Ended loomwatch(List<String> options, String... arguments) {
    return Docker.get()
        .run(
            Stream.of(
                    List.of("run", "--rm", "--volume=" + shop + ":/repo"),
                    options,
                    List.of(LoomwatchImage.name()),
                    List.of(arguments))
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  /** As the container's root may, whoever runs the tests. */
  private void give(int owner) {
    Docker.get()
        .tell(
            "docker",
            "run",
            "--rm",
            "--volume=" + shop + ":/repo",
            "--entrypoint=chown",
            LoomwatchImage.name(),
            "-R",
            owner + ":" + owner,
            "/repo");
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }
}
