package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.harness.init.BackingServiceSearch.Needed;
import loomwatch.harness.init.BackingServiceSearch.Needs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackingServiceSearchTest {
  private static final String COMPOSE =
      """
      services:
        database:
          image: 'postgres:${VERSION:-16}'
          environment:
            - 'POSTGRES_DB=shop'
            - 'POSTGRES_USER=keeper'
            - 'POSTGRES_PASSWORD=secret'
        cache: {image: "redis:7"}
        page: {build: .}
      """;

  @TempDir Path folder;

  @Test
  void find_compose_hasWhatTheBuildHasADriverFor() throws Exception {
    write("compose.yaml", COMPOSE);

    List<Needed> needed = needed("spring-boot <artifactId>postgresql</artifactId>");

    assertThat(needed).hasSize(1);
    assertThat(String.join("\n", needed.getFirst().lines()))
        .isEqualTo(
            """
            db:
              image: postgres:16
              port: 5432
              environment: {POSTGRES_DB: "shop", POSTGRES_PASSWORD: "secret", POSTGRES_USER: "keeper"}
              ready: {port: true}\
            """);
    assertThat(needed.getFirst().variables(Framework.SPRING_BOOT))
        .isEqualTo(
            Map.of(
                "SPRING_DATASOURCE_URL",
                "jdbc:postgresql://127.0.0.1:{services.db.port}/shop",
                "SPRING_DATASOURCE_USERNAME",
                "keeper",
                "SPRING_DATASOURCE_PASSWORD",
                "secret"));
    assertThat(needed("spring-boot data-redis"))
        .singleElement()
        .extracting(Needed::name)
        .isEqualTo("redis");
  }

  @Test
  void find_testcontainer_isItsImage() throws Exception {
    write(
        "src/test/java/A.java",
        "@ServiceConnection static MySQLContainer<?> db = new MySQLContainer<>(\"mysql:8.4\");");

    Needed needed = needed("io.quarkus mysql").getFirst();

    assertThat(needed.image()).isEqualTo("mysql:8.4");
    assertThat(needed.variables(Framework.QUARKUS))
        .containsEntry(
            "QUARKUS_DATASOURCE_JDBC_URL", "jdbc:mysql://127.0.0.1:{services.db.port}/test")
        .containsEntry("QUARKUS_DATASOURCE_USERNAME", "root");
  }

  /** As Spring's Pet Clinic, whose compose file is for other profiles. */
  @Test
  void find_embeddedDatabase_needsNone() throws Exception {
    write("compose.yaml", COMPOSE);
    String driver = "spring-boot <artifactId>postgresql</artifactId></dependency> <dependency>";

    assertThat(needed(driver + "<artifactId>h2</artifactId><scope>runtime</scope></dependency>"))
        .isEmpty();
    assertThat(needed(driver + "<artifactId>h2</artifactId><scope>test</scope></dependency>"))
        .hasSize(1);
  }

  @Test
  void find_urlInTheSettings_decidesBetweenDatabases() throws Exception {
    write("compose.yaml", COMPOSE + "  other: {image: \"mysql:9\"}\n");
    write(
        "src/main/resources/application.properties",
        "spring.datasource.url=jdbc:mysql://localhost:3306/shop");

    assertThat(needed("spring-boot postgresql mysql"))
        .singleElement()
        .extracting(Needed::image)
        .isEqualTo("mysql:9");
  }

  @Test
  void writeTo_draft_hasTheServiceAndHowItIsFound() throws Exception {
    write("compose.yaml", COMPOSE);
    Draft draft = new Draft();

    new Needs(needed("spring-boot postgresql"), Framework.SPRING_BOOT)
        .writeTo(draft, Map.of("PORT", "{port}"));

    assertThat(draft.text())
        .endsWith(
            """
            service:
              environment:
                PORT: "{port}"
                SPRING_DATASOURCE_PASSWORD: "secret"
                SPRING_DATASOURCE_URL: "jdbc:postgresql://127.0.0.1:{services.db.port}/shop"
                SPRING_DATASOURCE_USERNAME: "keeper"
              services:
                db:
                  image: postgres:16
                  port: 5432
                  environment: {POSTGRES_DB: "shop", POSTGRES_PASSWORD: "secret", POSTGRES_USER: "keeper"}
                  ready: {port: true}
            """);
  }

  /** Secrets of an .env file are not copied, as a service file is committed. */
  @Test
  void find_variablesOfACompose_haveTheValuesBesideItButSecretOnes() throws Exception {
    write(
        "compose.yaml",
        """
        services:
          db:
            image: ${REGISTRY}/postgres:$PG_VERSION
            env_file: db.env
            environment:
              POSTGRES_USER: ${DB_USER:?must be there}
              POSTGRES_PASSWORD: ${DB_SECRET}
              POSTGRES_INITDB_ARGS: ${UNKNOWN}
              TZ:
              PRICE: $$5
        """);
    write(".env", "# mine\nexport DB_USER='keeper' \nDB_SECRET=hidden\nPG_VERSION=16 # old\n");
    write("db.env", "POSTGRES_DB=shop\r\nPOSTGRES_PASSWORD=hidden\nMAIL_HOST=ours\n");

    Needed needed = needed("spring-boot postgresql").getFirst();

    assertThat(needed.image()).isEqualTo("postgres:16");
    assertThat(needed.container())
        .isEqualTo(
            Map.of(
                "POSTGRES_USER",
                "keeper",
                "POSTGRES_PASSWORD",
                "test",
                "POSTGRES_DB",
                "shop",
                "PRICE",
                "$5"));
    Files.delete(folder.resolve(".env"));
    assertThat(needed("spring-boot postgresql").getFirst().image()).isEqualTo("postgres");
  }

  @Test
  void find_loginWithoutItsPassword_getsOne() throws Exception {
    write(
        "compose.yaml",
        """
        services:
          db: {image: "mysql:9", environment: ["MYSQL_USER=keeper", "MYSQL_PASSWORD=${A}"]}
          log: {image: "mongo:7", environment: {MONGO_INITDB_ROOT_USERNAME: keeper}}
        """);

    List<Needed> needed = needed("spring-boot mysql mongo");

    assertThat(needed.getFirst().container()).containsEntry("MYSQL_PASSWORD", "test");
    assertThat(needed.getLast().container()).containsEntry("MONGO_INITDB_ROOT_PASSWORD", "test");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://localhost/shop?currentSchema=shop, ?currentSchema=shop",
    "jdbc:postgresql:shop?user=a&password=b&stringtype=unspecified&sslmode=require, ?stringtype=unspecified",
    "jdbc:postgresql://localhost/shop?sslmode=disable, ?sslmode=disable",
    "jdbc:postgresql://${HOST}:${PORT:5432}/shop?currentSchema=${S:a}&options=${O}, ?currentSchema=a",
    "jdbc:postgresql://${HOST:localhost}/shop, ''"
  })
  void variables_urlOfTheSettings_hasItsParameters(String url, String query) throws Exception {
    write("compose.yaml", COMPOSE);
    write("src/main/resources/application.properties", "spring.datasource.url=" + url);

    assertThat(needed("spring-boot postgresql").getFirst().variables(Framework.SPRING_BOOT))
        .containsEntry(
            "SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:{services.db.port}/shop" + query);
  }

  @Test
  void writeTo_containerWithScriptsAndCommand_saysThatTheyAreLost() throws Exception {
    write(
        "compose.yaml",
        """
        services:
          db:
            image: postgres:16
            command: postgres -c max_connections=500
            volumes: [data:/var/lib/postgresql, "./init:/docker-entrypoint-initdb.d:ro"]
        """);
    Draft draft = new Draft();

    new Needs(needed("spring-boot postgresql"), Framework.SPRING_BOOT).writeTo(draft, Map.of());

    assertThat(draft.text().replaceAll("\\n +# +", " "))
        .contains(
            "db: compose.yaml mounts ./init to /docker-entrypoint-initdb.d, which is not carried over: load it by reset:,",
            "db: compose.yaml gives it a command, which is not carried over: write it as args:, if it matters")
        .doesNotContain("/var/lib");
  }

  @Test
  void containers_emptyLists_areThoseOfNothing() throws Exception {
    write(
        "compose.yaml",
        "services: {db: {image: 'postgres:16', volumes: [null], environment: [null]}}");

    assertThat(ComposeFile.containers(folder.resolve("compose.yaml")))
        .containsExactly(new ComposeFile.Container("postgres:16", Map.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"services: [", "services: 1", "services: {db: 1}", ""})
  void containers_brokenFile_areNone(String text) throws Exception {
    write("compose.yaml", text);

    assertThat(ComposeFile.containers(folder.resolve("compose.yaml"))).isEmpty();
  }

  private List<Needed> needed(String pom) throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    write("pom.xml", pom);
    return new BackingServiceSearch(new Project.Search(folder).find().orElseThrow()).find();
  }

  private void write(String file, String text) throws Exception {
    Path at = folder.resolve(file);
    Files.createDirectories(at.getParent());
    Files.writeString(at, text);
  }
}
