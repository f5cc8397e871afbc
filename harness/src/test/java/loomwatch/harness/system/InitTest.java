package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import loomwatch.measure.service.ServiceFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first file of a folder's service, which a script in Maven's place builds. */
@Execution(ExecutionMode.CONCURRENT)
class InitTest {
  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;

      public class Shop {
        @interface GetMapping { String value(); }

        @GetMapping("/items") void items() {}
        @GetMapping("/broken") void broken() {}

        public static void main(String[] args) throws Exception {
          int port = Integer.parseInt(args[0].replace("--server.port=", ""));
          HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 100);
          server.createContext("/", exchange -> {
            int status = exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200;
            exchange.sendResponseHeaders(status, 5);
            exchange.getResponseBody().write("items".getBytes());
            exchange.close();
          });
          server.start();
        }
      }
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      set -e
      mkdir -p target
      javac -d target/classes src/main/java/Shop.java
      jar --create --file target/shop-0.0.1-SNAPSHOT.jar --main-class Shop -C target/classes .
      """;

  @TempDir Path directory;
  private Path shop;

  @BeforeEach
  void begin() throws Exception {
    shop = directory.resolve("shop");
    Path sources = Files.createDirectories(shop.resolve("src/main/java"));
    Files.writeString(sources.resolve("Shop.java"), SHOP);
    Files.writeString(shop.resolve("pom.xml"), "<project>spring-boot actuator</project>");
    Path maven = Files.writeString(shop.resolve("mvnw"), MAVEN);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void init_springBoot_writesFilesThatAreTaken() throws Exception {
    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("found Spring Boot, built by Maven")
        .contains("starts by java -jar target/shop-0.0.1-SNAPSHOT.jar")
        .contains("GET /items answers; a rate of ")
        .contains("GET /broken answers 500: left out")
        .contains("with virtual threads")
        .endsWith("next: ./loomwatch run --service " + shop.resolve("loomwatch.yaml") + "\n");
    ServiceFile file = ServiceFile.read(shop.resolve("loomwatch.yaml"));
    assertThat(file.service().start().words()).contains("target/shop-*.jar");
    assertThat(file.service().modes()).hasSize(2);
    assertThat(file.scenarios()).singleElement().extracting("path").isEqualTo("/items");
    assertThat(init.out()).isEqualTo(Files.readString(shop.resolve("loomwatch.yaml")));
    assertThat(shop.resolve("thresholds.yaml")).content().contains("cpu-per-request");
  }

  /** The file of the page, with what is known here. */
  @Test
  void init_atTheRootOfARepository_writesTheWorkflowOfThePage() throws Exception {
    Path ours = Files.createDirectories(directory.resolve("ours"));
    String commit = "0123456789abcdef0123456789abcdef01234567";
    Files.writeString(
        ours.resolve("release"),
        "version=1.2.0\ncommit=%s\norigin=git@example.org:loom/loomwatch.git\n".formatted(commit));
    Files.writeString(shop.resolve("loomwatch.yaml"), "mine");
    Loomwatch.command("git", "init", "-q", "-b", "trunk", shop.toString());

    Loomwatch.Ended init =
        new Loomwatch(directory).of(ours, Map.of()).call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("once it is on trunk, every pull request is measured")
        .endsWith(
            "next: ./loomwatch run --service %1$s, or ./loomwatch compare --base trunk --head . --service %1$s\n"
                .formatted(shop.resolve("loomwatch.yaml")));
    String page = Files.readString(Loomwatch.ROOT.resolve("docs/get-started.md"));
    String shown = page.replaceFirst("(?s).*?```yaml\n(name: Loomwatch\n.*?)```.*", "$1");
    assertThat(shop.resolve(".github/workflows/loomwatch.yml"))
        .hasContent(
            shown
                .replace("OWNER", "loom")
                .replace("COMMIT # v1.0.0", commit + " # v1.2.0")
                .replace("['main']", "['trunk']"));
    assertThat(shown.lines()).hasSizeLessThanOrEqualTo(15);
  }

  /** One of several services: its workflow is told apart by its folder. */
  @Test
  void init_inAFolderOfARepository_writesAWorkflowOfItsOwn() throws Exception {
    Path cart = Files.createDirectories(shop.resolve("services/cart"));
    Files.writeString(cart.resolve("loomwatch.yaml"), "mine");
    Loomwatch.command("git", "init", "-q", "-b", "trunk", shop.toString());

    Loomwatch.Ended init = init(ours(), "services/cart");

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(shop.resolve(".github/workflows/loomwatch-services-cart.yml"))
        .content()
        .startsWith("name: 'Loomwatch of services/cart'\n")
        .contains("\n    with: {folder: 'services/cart'}\n    permissions:");
    assertThat(cart.resolve("thresholds.yaml")).exists();
    assertThat(cart.resolve(".github")).doesNotExist();
  }

  @Test
  void init_workflowOfAFolderThatGivesItTheSameName_exits64AndNamesBoth() throws Exception {
    Path ours = ours();
    Loomwatch.command("git", "init", "-q", "-b", "trunk", shop.toString());
    for (String folder : List.of("services/cart", "services-cart")) {
      Path service = Files.createDirectories(shop.resolve(folder));
      Files.writeString(service.resolve("loomwatch.yaml"), "mine");
    }

    Loomwatch.Ended first = init(ours, "services/cart");
    Loomwatch.Ended again = init(ours, "services/cart");
    Loomwatch.Ended other = init(ours, "services-cart");

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(other.exitCode()).as(other.err()).isEqualTo(64);
    assertThat(other.err())
        .contains("loomwatch-services-cart.yml must be the workflow of services-cart")
        .contains("was that of services/cart: ")
        .contains("; rename services-cart and run init in it again");
  }

  private Loomwatch.Ended init(Path ours, String folder) throws Exception {
    return new Loomwatch(directory)
        .of(ours, Map.of())
        .call("init", shop.resolve(folder).toString());
  }

  /** A Loomwatch whose repository and commit are known. */
  private Path ours() throws Exception {
    Path ours = Files.createDirectories(directory.resolve("ours"));
    Files.writeString(
        ours.resolve("release"),
        "version=1.2.0\ncommit=%s\norigin=git@example.org:loom/loomwatch.git\n"
            .formatted("0".repeat(40)));
    return ours;
  }

  @Test
  void init_outsideARepository_writesNoWorkflowAndSaysWhy() throws Exception {
    Files.writeString(shop.resolve("loomwatch.yaml"), "mine");

    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.err()).contains("no workflow is written: it would go to the root of a git");
    assertThat(shop.resolve(".github")).doesNotExist();
  }

  @Test
  void init_urlInARepository_writesNoWorkflowAndSaysWhy() throws Exception {
    Files.writeString(
        shop.resolve("loomwatch.yaml"),
        """
        schema: 1
        service: {url: "http://127.0.0.1:8080"}
        scenarios: {items: {get: /items, rate: 100}}
        """);
    Loomwatch.command("git", "init", "-q", "-b", "main", shop.toString());

    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("no workflow is written: service.url is not what a commit")
        .doesNotContain(" compare ");
    assertThat(shop.resolve(".github")).doesNotExist();
  }

  @Test
  void init_noRequestAnswers_exits66AndShowsWhatIsKnown() throws Exception {
    Path source = shop.resolve("src/main/java/Shop.java");
    Files.writeString(
        source, SHOP.replace("/broken\") ? 500 : 200", "/actuator/health\") ? 200 : 500"));

    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("no GET request that its sources name is answered")
        .contains("\nschema: 1\nservice:\n  jdk: ", "\nscenarios:\n");
    assertThat(shop.resolve("loomwatch.yaml")).doesNotExist();
  }

  @Test
  void init_filesThatAreThere_stayAsTheyAre() throws Exception {
    Files.writeString(shop.resolve("loomwatch.yaml"), "mine");
    Files.writeString(shop.resolve("thresholds.yaml"), "mine too");

    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).isZero();
    assertThat(init.err()).contains("is there already and stays as it is");
    assertThat(shop.resolve("loomwatch.yaml")).hasContent("mine");
    assertThat(shop.resolve("thresholds.yaml")).hasContent("mine too");
  }

  @Test
  void init_folderWithoutABuild_exits66AndSaysWhatToDo() throws Exception {
    Loomwatch.Ended init =
        new Loomwatch(directory)
            .call("init", Files.createDirectories(directory.resolve("empty")).toString());

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("must hold pom.xml, build.gradle or build.gradle.kts")
        .contains("docs/service-file.md");
    assertThat(directory.resolve("empty/loomwatch.yaml")).doesNotExist();
  }
}
