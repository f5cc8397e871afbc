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

  @Test
  void ofCompose_brokenFile_isNone() {
    assertThat(BackingServiceSearch.ofCompose("compose.yaml", "services: [")).isEmpty();
    assertThat(BackingServiceSearch.ofCompose("compose.yaml", "services: 1")).isEmpty();
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
