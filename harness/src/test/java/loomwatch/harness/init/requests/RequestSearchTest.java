package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestSearchTest {
  @TempDir Path folder;

  @Test
  void in_noSources_isTheRoot() throws Exception {
    assertThat(requests("")).containsExactly("GET /");
  }

  /** Which of them are answered only the service knows. */
  @Test
  void in_severalKindsOfFiles_areThoseThatCanBeSentFirst() throws Exception {
    write(
        "src/main/java/shop/Items.java",
        """
        @RequestMapping("/api") class Items {
          @GetMapping("/health") String health() {}
          @GetMapping("/items/new") String form() {}
          @GetMapping("/items/{id}") Item one() {}
          @GetMapping("/parts/{id}") Item part() {}
          @GetMapping("/items") Item all() {}
        }
        """);
    write(
        "target/generated-sources/a/A.java", "class A { @GetMapping(\"/generated\") void a() {} }");
    write("build/generated/a/B.java", "class B { @GetMapping(\"/built\") void a() {} }");
    write("src/test/java/T.java", "class T { @GetMapping(\"/test\") void a() {} }");
    write("target/classes/openapi.yml", "openapi: 3.0.0\npaths: {/copy: {get: {}}}");
    write(
        "src/main/resources/openapi.yml",
        """
        openapi: 3.0.0
        servers: [{url: /shop/api}]
        paths:
          /items: {get: {}}
          /items/{id}: {get: {parameters: [{name: id, in: path, example: 17}]}}
        """);
    write("src/main/webapp/list.jsp", "");

    assertThat(requests("/shop"))
        .containsExactly(
            "GET /built",
            "GET /api/items",
            "GET /generated",
            "GET /api/items/17",
            "GET /api/items/new",
            "GET /list.jsp",
            "GET /api/health",
            "GET /api/parts/{id} lacks a value of {id}");
  }

  @Test
  void in_noneThatCanBeSent_areBesidesTheRoot() throws Exception {
    write("src/main/java/A.java", "class A { @GetMapping(\"/items/{id}\") Item one() {} }");

    assertThat(requests("")).containsExactly("GET /", "GET /items/{id} lacks a value of {id}");
  }

  private void write(String file, String text) throws Exception {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> requests(String context) throws Exception {
    return RequestSearch.in(List.of(folder), context).stream()
        .map(JavaControllersTest::shown)
        .toList();
  }
}
