package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.variants.Git.UntrackedFiles;
import loomwatch.measure.variants.Jdk.Jdks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first file of a folder's service, which a script in Maven's place builds. */
@Execution(ExecutionMode.CONCURRENT)
class InitTest {
  /** What Endpoints reads. */
  private static final String SOURCE =
      """
      public class Shop {
        @interface GetMapping { String value(); }

        @GetMapping("/items") void items() {}
        @GetMapping("/broken") void broken() {}
      }
      """;

  /** Takes what differs between tests from a file in the folder that it is started in. */
  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.io.FileReader;
      import java.net.InetSocketAddress;
      import java.util.Properties;

      public class Shop {
        public static void main(String[] args) throws Exception {
          Properties is = new Properties();
          is.load(new FileReader("is.properties"));
          System.out.println(is.getProperty("logs", "begins"));
          if (is.containsKey("refused")) {
            throw new java.net.ConnectException(is.getProperty("refused"));
          }
          String option = is.getProperty("option", "--server.port=");
          int port = args[0].startsWith(option) ? Integer.parseInt(args[0].substring(option.length())) : 0;
          HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 100);
          server.createContext(is.getProperty("context", "/"), exchange -> {
            String status = is.getProperty(exchange.getRequestURI().getPath(), "200");
            exchange.sendResponseHeaders(Integer.parseInt(status), 5);
            exchange.getResponseBody().write("items".getBytes());
            exchange.close();
          });
          server.start();
        }
      }
      """;

  private static final String MAVEN =
      "#!/bin/sh\nmkdir -p target && cp shop.jar target/shop-0.0.1-SNAPSHOT.jar\n";

  private static final String WHOLE =
      """
      schema: 1
      service: {start: "shop {port}", ready: /health}
      scenarios: {items: {get: /items, rate: 100}}
      """;

  @TempDir static Path built;
  @TempDir Path directory;
  private Path shop;

  @BeforeAll
  static void build() throws Exception {
    Path source = Files.writeString(built.resolve("Shop.java"), SHOP);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    assertThat(
            javac.run(
                System.out,
                System.err,
                "--release",
                "17",
                "-d",
                built + "/classes",
                source.toString()))
        .isZero();
    assertThat(
            jar.run(
                System.out,
                System.err,
                "--create",
                "--file=" + built.resolve("shop.jar"),
                "--main-class=Shop",
                "-C",
                built + "/classes",
                "."))
        .isZero();
  }

  @BeforeEach
  void begin() throws Exception {
    shop = directory.resolve("shop");
    Path sources = Files.createDirectories(shop.resolve("src/main/java"));
    Files.writeString(sources.resolve("Shop.java"), SOURCE);
    Files.copy(built.resolve("shop.jar"), shop.resolve("shop.jar"));
    is("/broken=500");
    Files.writeString(shop.resolve("pom.xml"), "<project>spring-boot actuator</project>");
    Path maven = Files.writeString(shop.resolve("mvnw"), MAVEN);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void is(String... properties) throws Exception {
    Files.write(shop.resolve("is.properties"), List.of(properties));
  }

  @Test
  void init_springBoot_writesFilesThatAreTaken() throws Exception {
    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("found Spring Boot, built by Maven")
        .contains("starts by java -jar target/shop-0.0.1-SNAPSHOT.jar")
        .contains("GET /items answers; a rate of ")
        .contains("GET /broken answers 500")
        .contains("with virtual threads")
        .endsWith(
            "next: ./loomwatch run --profile smoke --service %s\n"
                .formatted(shop.resolve("loomwatch.yaml")));
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
    Files.writeString(shop.resolve("loomwatch.yaml"), WHOLE);
    Loomwatch.command("git", "init", "-q", "-b", "trunk", shop.toString());

    Loomwatch.Ended init =
        new Loomwatch(directory).of(ours, Map.of()).call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("once it is on trunk, every pull request is measured")
        .endsWith(
            "next: ./loomwatch run --profile smoke --service %1$s; once a change of it is committed, ./loomwatch compare --base HEAD~1 --head HEAD --service %1$s\n"
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

  /** As an old Lombok makes it. */
  @Test
  void init_buildThatFailsWithANewerJdk_takesItsOwnWithPlatformThreads() throws Exception {
    assumeThatCode(() -> Jdks.ofThisMachine().find("17")).doesNotThrowAnyException();
    Files.writeString(
        shop.resolve("pom.xml"),
        "<project>spring-boot actuator <java.version>17</java.version></project>");
    Files.writeString(
        shop.resolve("mvnw"),
        MAVEN.replace("mkdir", "grep -q '\"17' \"$JAVA_HOME/release\" && mkdir"));

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains(" with 17, which it is for, there are platform threads alone")
        .doesNotContain("with virtual threads");
    assertThat(written())
        .contains("  jdk: 17 # its build fails with a newer one; virtual threads need 21\n")
        .doesNotContain("virtual:");
  }

  @Test
  void init_buildThatFailsWithEveryJdk_leavesTheChoiceOpenUntilItSucceeds() throws Exception {
    assumeThatCode(() -> Jdks.ofThisMachine().find("17")).doesNotThrowAnyException();
    Files.writeString(
        shop.resolve("pom.xml"),
        "<project>spring-boot actuator <java.version>17</java.version></project>");
    Files.writeString(shop.resolve("mvnw"), "#!/bin/sh\necho '[ERROR] not Java'; exit 1\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err()).contains("next: correct the build, or build: in loomwatch.yaml");
    assertThat(written()).doesNotContain("jdk:");

    Files.writeString(shop.resolve("mvnw"), MAVEN);
    Loomwatch.Ended again = init();

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(written()).contains("# the build is for Java 17,", "    virtual:");
  }

  @Test
  void init_fileWithAnOldJdk_hasPlatformThreadsAlone() throws Exception {
    assumeThatCode(() -> Jdks.ofThisMachine().find("17")).doesNotThrowAnyException();
    Files.writeString(shop.resolve("loomwatch.yaml"), "schema: 1\nservice:\n  jdk: 17\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err()).contains("with platform threads").doesNotContain("virtual threads");
    assertThat(written()).contains("  jdk: 17\n").doesNotContain("virtual:");
  }

  @Test
  void init_jdkThatIsNotHere_saysToCorrectIt() throws Exception {
    Files.writeString(shop.resolve("loomwatch.yaml"), "schema: 1\nservice:\n  jdk: 99\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err()).endsWith("next: correct jdk: in loomwatch.yaml; then run init again\n");
  }

  @Test
  void init_controllersInAnotherModule_areTried() throws Exception {
    Files.createDirectories(directory.resolve(".git"));
    Files.writeString(
        directory.resolve("pom.xml"),
        "<modules><module>shop</module><module>api</module></modules>");
    Path api = Files.createDirectories(directory.resolve("api/src/main/java"));
    Files.writeString(directory.resolve("api/pom.xml"), "<artifactId>api</artifactId>");
    Files.move(shop.resolve("src/main/java/Shop.java"), api.resolve("Shop.java"));
    Files.writeString(shop.resolve("pom.xml"), "spring-boot actuator <artifactId>api</artifactId>");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written()).contains("  items: {get: /items, rate: ");
  }

  @Test
  void init_pathWithAParameter_isTriedWithAGuess() throws Exception {
    Files.writeString(
        shop.resolve("src/main/java/Parts.java"),
        """
        class Parts {
          @GetMapping("/parts/{id}") void part(long id) {}
          @GetMapping("/ends/{id}") void end(long id) {}
        }
        """);
    is("/items=401", "/broken=500", "/ends/1=404");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("GET /parts/{id} with 1 as a guess answers; a rate of ")
        .contains("GET /ends/{id} with 1 as a guess answers 404");
    assertThat(written()).contains("{get: /parts/1, rate: ");
  }

  private Loomwatch.Ended init() throws Exception {
    return new Loomwatch(directory).call("init", shop.toString());
  }

  private String written() throws Exception {
    return Files.readString(shop.resolve("loomwatch.yaml"));
  }

  /** One of several services: its workflow is told apart by its folder. */
  @Test
  void init_inAFolderOfARepository_writesAWorkflowOfItsOwn() throws Exception {
    Path cart = Files.createDirectories(shop.resolve("services/cart"));
    Files.writeString(cart.resolve("loomwatch.yaml"), WHOLE);
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
      Files.writeString(service.resolve("loomwatch.yaml"), WHOLE);
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
    Files.writeString(shop.resolve("loomwatch.yaml"), WHOLE);

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
  void init_noRequestAnswers_exits66AndWritesWhatIsKnown() throws Exception {
    is("/items=404", "/broken=404", "logs=java.net.ConnectException: Connection refused: tracing");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("no request that its sources name is answered with 2xx")
        .endsWith(
            "next: write scenarios in loomwatch.yaml, such as first: {get: /items, rate: 100};"
                + " then run init again\n");
    assertThat(written())
        .contains("  ready: /actuator/health\n")
        .contains("# open: GET /items answers 404\n")
        .doesNotContain("\nscenarios:");
    assertThat(shop.resolve("thresholds.yaml")).doesNotExist();
  }

  @Test
  void init_requestsLackALogin_showsASession() throws Exception {
    is("/items=401", "/broken=404");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .endsWith(
            "next: write a scenario with session: in loomwatch.yaml, as the comment at its end shows"
                + " (docs/service-file.md#logins-and-steps); then run init again\n");
    assertThat(written())
        .contains("# open: GET /items answers 401: it lacks a login, as by session:\n")
        .contains("#           session:\n");
  }

  @Test
  void init_requestsFailForWantOfADatabase_namesServices() throws Exception {
    is("/items=500", "/broken=500", "logs=java.net.ConnectException: Connection refused: db");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err()).contains("next: add what it connects to as services: in loomwatch.yaml");
  }

  @Test
  void init_fileThatWasCompletedByHand_losesTheCommentsOnWhatWasOpen() throws Exception {
    String open = "# open: no request is answered\n#       with 2xx\n";
    Files.writeString(shop.resolve("loomwatch.yaml"), WHOLE + open);

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err()).contains("is complete: removed the comments on what was open");
    assertThat(written()).isEqualTo(WHOLE);
  }

  @Test
  void init_contextPathInItsSettings_isInReadyAndRequests() throws Exception {
    is("context=/shop/");
    Path resources = Files.createDirectories(shop.resolve("src/main/resources"));
    Files.writeString(
        resources.resolve("application.properties"), "server.servlet.context-path=/shop\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written())
        .contains("  ready: /shop/actuator/health\n", "  items: {get: /shop/items, rate: ");
  }

  @Test
  void init_contextPathInItsLogAlone_isInReadyAndRequests() throws Exception {
    is("context=/shop/", "logs=Tomcat started on port 1 (http) with context path '/shop'");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written())
        .contains("  ready: /shop/actuator/health\n", "  items: {get: /shop/items, rate: ");
  }

  @Test
  void init_healthIsNotThere_takesThePort() throws Exception {
    is("/actuator/health=404", "/broken=500");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written()).contains("  ready: {port: true} # as /actuator/health answers 404\n");
  }

  @Test
  void init_portInCode_saysWhereItListensAndGoesOnOnceStartIsCorrected() throws Exception {
    Files.writeString(shop.resolve("pom.xml"), "<project/>");
    is("option=--at=");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .containsPattern("it listens on \\d+, not on the port it was given by --port=: which ")
        .contains("GET /items answers")
        .endsWith(
            "next: write start: java -jar target/shop-*.jar … {port} in loomwatch.yaml;"
                + " then run init again\n");
    String draft = written();
    assertThat(draft)
        .contains("  # start: java -jar target/shop-*.jar … {port}\n", "  items: {get: /items,");

    String corrected = draft.replace("  # start: ", "  start: ").replace("… {port}", "--at={port}");
    Files.writeString(shop.resolve("loomwatch.yaml"), corrected);
    Loomwatch.Ended again = init();

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(written())
        .contains("  start: java -jar target/shop-*.jar --at={port}\n  ready: {port: true}\n")
        .doesNotContain("# open")
        .contains("  items: {get: /items,");
  }

  @Test
  void init_micronaut_isToldItsPort() throws Exception {
    Files.writeString(shop.resolve("pom.xml"), "<project>io.micronaut</project>");
    is("option=-micronaut.server.port=");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err()).contains("found Micronaut, built by Maven");
    assertThat(written())
        .contains("  start: java -jar target/shop-*.jar -micronaut.server.port={port}\n");
  }

  /** Its jar has neither a main class nor libraries. */
  @Test
  void init_applicationOfGradle_isStartedFromItsFolderOfJars() throws Exception {
    Files.delete(shop.resolve("pom.xml"));
    Files.writeString(
        shop.resolve("build.gradle"), "plugins { id 'application' }\nmainClass = 'Shop'\n");
    Files.move(shop.resolve("mvnw"), shop.resolve("gradlew"));
    Files.writeString(
        shop.resolve("gradlew"),
        "#!/bin/sh\nmkdir -p build/install/shop/lib && cp shop.jar build/install/shop/lib/\n");
    is("option=--port=");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written())
        .contains("  build: ./gradlew -q clean installDist\n")
        .contains("  start: java -cp build/install/shop/lib/* Shop --port={port}\n");
    assertThat(ServiceFile.read(shop.resolve("loomwatch.yaml")).service().isJava()).isTrue();
  }

  @Test
  void init_endsAsItsDatabaseIsMissing_showsTheCauseAndNamesServices() throws Exception {
    is("refused=Connection to localhost:5432 refused");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains(
            """
            it ended with 1 at its start:
                Exception in thread "main" java.net.ConnectException: Connection to localhost:5432 refused
            """)
        .contains("next: add what it connects to as services: in loomwatch.yaml");
    assertThat(written()).contains("  start: java -jar target/shop-*.jar", "  # open: it ended");
  }

  @Test
  void init_webApplicationOfJavaEe_saysAtOnceThatItCannotBeDeployed() throws Exception {
    Files.writeString(
        shop.resolve("pom.xml"),
        "<project><packaging>war</packaging><groupId>javax.servlet</groupId></project>");
    Files.writeString(shop.resolve("mvnw"), "exit 1");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains(
            "this WAR uses javax.servlet (Java EE 8, Tomcat 9); Loomwatch deploys jakarta.servlet"
                + " only, in Tomcat 11 or 10.1\n")
        .doesNotContain("building")
        .endsWith(
            "next: migrate it, or start your own Tomcat 9 by start: java -jar … in loomwatch.yaml;"
                + " then run init again\n");
  }

  @Test
  void init_buildThatFails_showsTheCauseAndWritesADraft() throws Exception {
    Files.writeString(
        shop.resolve("mvnw"),
        """
        #!/bin/sh
        echo "[ERROR] Shop.java:[3,1] cannot find symbol"
        for line in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          echo "[ERROR] [Help $line] http://example.org"
        done
        exit 1
        """);

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains(
            "ended with 1; it says:\n    [ERROR] Shop.java:[3,1] cannot find symbol\n  It was")
        .contains("next: correct the build, or build: in loomwatch.yaml; then run init again");
    assertThat(written()).contains("  build: ./mvnw -q", "  # open: the build failed");
  }

  @Test
  void init_rootOfModules_namesTheOneThatStarts() throws Exception {
    Files.writeString(
        shop.resolve("mvnw"),
        "#!/bin/sh\nmkdir -p web/target && cp shop.jar web/target/web-1.0-SNAPSHOT.jar\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("web/target/web-1.0-SNAPSHOT.jar has a main class: run init in web\n");
    assertThat(shop.resolve("loomwatch.yaml")).doesNotExist();
  }

  @Test
  void init_rootWhoseModulesSayWhichStarts_namesItBeforeBuilding() throws Exception {
    Path web = Files.createDirectories(directory.resolve("all/web"));
    Files.writeString(directory.resolve("all/pom.xml"), "<modules><module>web</module></modules>");
    Files.writeString(web.resolve("pom.xml"), "spring-boot-maven-plugin");

    Loomwatch.Ended init =
        new Loomwatch(directory).call("init", directory.resolve("all").toString());

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err()).contains("web builds a service: run init in it\n");
    assertThat(init.err()).doesNotContain("building");
  }

  @Test
  void init_fileWithoutScenarios_isCompleted() throws Exception {
    String begun =
        """
        schema: 1
        service: # mine
          build: ./mvnw
          start: java -jar target/shop-*.jar --server.port={port}
          ready: /actuator/health # mine too
        """;
    Files.writeString(shop.resolve("loomwatch.yaml"), begun);

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written()).startsWith(begun + "scenarios:\n  items: {get: /items, rate: ");
    assertThat(ServiceFile.read(shop.resolve("loomwatch.yaml")).scenarios()).hasSize(1);
  }

  @Test
  void init_urlWithoutScenarios_isCompleted() throws Exception {
    HttpServer shown = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    shown.createContext(
        "/items",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    shown.start();
    String begun =
        "schema: 1\nservice: {url: \"http://127.0.0.1:%d\"}\n"
            .formatted(shown.getAddress().getPort());
    Files.writeString(shop.resolve("loomwatch.yaml"), begun);

    Loomwatch.Ended init = init();
    shown.stop(0);

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(written()).startsWith(begun + "scenarios:\n  items: {get: /items, rate: ");
  }

  @Test
  void init_readyOfItsFileAnswers404_saysSoWithoutWaiting() throws Exception {
    is("/up=404");
    Files.writeString(
        shop.resolve("loomwatch.yaml"),
        """
        schema: 1
        service:
          build: ./mvnw
          start: java -jar target/shop-*.jar --server.port={port}
          ready: {path: /up, within: 600 s}
        """);

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("/up answers 404 instead of 200")
        .endsWith("next: correct start: or ready: in loomwatch.yaml; then run init again\n");
    assertThat(written()).contains("  # open: ready: /up answers 404 instead of 200\n");
  }

  @Test
  void init_fileWithAMistake_exits65AndShowsIt() throws Exception {
    Files.writeString(
        shop.resolve("loomwatch.yaml"), "schema: 1\nservice: {start: shop, ready: /health}\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(65);
    assertThat(init.err())
        .contains("loomwatch.yaml:2:18: start must have {port}, had none")
        .doesNotContain("next:");
  }

  /** What the build left would otherwise make the commit look changed, or get into the next. */
  @Test
  void init_buildOutputThatNothingIgnores_leavesTheCommitClean() throws Exception {
    Loomwatch.command("git", "init", "-q", "-b", "main", shop.toString());
    Loomwatch.command("git", "-C", shop.toString(), "add", "-A");
    Loomwatch.command(
        "git",
        "-C",
        shop.toString(),
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "-qm",
        "x");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(UntrackedFiles.in(shop).paths())
        .containsExactlyInAnyOrder("loomwatch.yaml", "thresholds.yaml");
    assertThat(init.err())
        .contains("is hidden from git in this clone (.git/info/exclude): target/");
  }

  @Test
  void init_filesThatAreThere_stayAsTheyAre() throws Exception {
    Files.writeString(shop.resolve("loomwatch.yaml"), WHOLE);
    Files.writeString(shop.resolve("thresholds.yaml"), "mine too");

    Loomwatch.Ended init = new Loomwatch(directory).call("init", shop.toString());

    assertThat(init.exitCode()).isZero();
    assertThat(init.err()).contains("is there already and stays as it is");
    assertThat(shop.resolve("loomwatch.yaml")).hasContent(WHOLE);
    assertThat(shop.resolve("thresholds.yaml")).hasContent("mine too");
  }

  @Test
  void init_folderOfServices_namesThem() throws Exception {
    Loomwatch.Ended init = new Loomwatch(directory).call("init", directory.toString());

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err()).contains("shop has a build: run init in it\n");
    assertThat(directory.resolve("loomwatch.yaml")).doesNotExist();
  }

  @Test
  void init_folderWithoutABuild_exits66AndSaysWhatToDo() throws Exception {
    Loomwatch.Ended init =
        new Loomwatch(directory)
            .call("init", Files.createDirectories(directory.resolve("empty")).toString());

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("must hold pom.xml, build.gradle or build.gradle.kts")
        .endsWith(
            "next: complete service in loomwatch.yaml, as docs/service-file.md says; then run init"
                + " again\n");
    assertThat(directory.resolve("empty/loomwatch.yaml"))
        .content()
        .contains("  # start: java -jar shop.jar --port={port}\n");
  }
}
