package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointsTest {
  @TempDir Path folder;

  @Test
  void of_springController_hasItsPrefixAndGetsOnly() {
    assertThat(
            Endpoints.of(
                """
                @RestController
                @RequestMapping("/api")
                class Items {
                  @GetMapping("/items") List<Item> all() {}
                  @GetMapping(value = "latest") Item latest() {}
                  @PostMapping("/items") void add() {}
                  @RequestMapping(path = "/old", method = RequestMethod.POST) void old() {}
                  @RequestMapping(path = "/find", method = RequestMethod.GET) Item find() {}
                }
                """))
        .containsExactly("/api/items", "/api/latest", "/api/find");
  }

  /** What a comment says is no code, and not every annotation of a class has a path. */
  @Test
  void of_commentedControllerWithOtherAnnotations_hasItsPrefix() {
    assertThat(
            Endpoints.of(
                """
                /** REST controller class for items, as "http://shop/api" shows. */
                @RequestMapping("/api/items") // class of the shop
                @OpenAPIDefinition(info = @Info(title = "x"))
                public class Items {
                  // @GetMapping("/old")
                  @GetMapping("//latest".substring(1)) Item latest() {}
                  @GetMapping("/all") List<Item> all() {}
                }
                """))
        .contains("/api/items/all")
        .doesNotContain("/api/items/old", "/old");
  }

  /** As of a page or a key that a class holds, in code or in what is said of it. */
  @Test
  void of_longLiterals_areReadOver() {
    List<String> before =
        List.of(
            "String page = \"%s\";".formatted("x".repeat(200_000)),
            "String page = \"%s\";".formatted("\\n".repeat(200_000)),
            "@Doc(%s)".formatted("\"x\" + ".repeat(50_000)),
            "@Doc(\"x\") ".repeat(20_000));

    assertThat(before)
        .allSatisfy(text ->
            assertThat(Endpoints.of("class A { %s @Get(\"/all\") A all() {} }".formatted(text)))
                .containsExactly("/all"));
  }

  @Test
  void of_resource_isReadToo() {
    assertThat(Endpoints.of("@Path(\"/shop\") public class Shop { @GET @Path(\"/items\") }"))
        .containsExactly("/shop/items");
  }

  @Test
  void of_resourceOfQuarkus_hasItsPathWhereAMethodSaysNone() {
    assertThat(
            Endpoints.of(
                """
                @Path("/items")
                @Produces("application/json")
                public class Items {
                  @GET public List<Item> items() { return List.of(); }
                  @Path("/latest")
                  @RunOnVirtualThread
                  @GET
                  public Item latest() {}
                  @POST
                  @Path("/add")
                  public void add() {}
                }
                """))
        .containsExactly("/items", "/items/latest");
  }

  @Test
  void of_controllerOfMicronaut_isReadToo() {
    assertThat(
            Endpoints.of(
                "@Controller(\"/shop\") class Shop { @Get String all() {} @Get(uri = \"/one\") String one() {} }"))
        .containsExactly("/shop", "/shop/one");
  }

  @Test
  void in_pathsThatNeedAValue_areLeftOut() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(
        sources.resolve("A.java"),
        "class A { @GetMapping(\"/items/{id}\") Item one() {} @GetMapping(\"/items\") Item all() {} }");

    assertThat(Endpoints.in(folder)).containsExactly("/items");
  }

  /** Which of them are answered only the service knows. */
  @Test
  void in_manyPaths_areAll() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(
        sources.resolve("A.java"),
        "class A {"
            + " @Get(\"/a\") A a() {} @Get(\"/b\") A b() {} @Get(\"/c\") A c() {}"
            + " @Get(\"/d\") A d() {} @Get(\"/e\") A e() {} @Get(\"/f\") A f() {} }");

    assertThat(Endpoints.in(folder)).containsExactly("/a", "/b", "/c", "/d", "/e", "/f");
  }

  @Test
  void in_noSources_isTheRoot() throws Exception {
    assertThat(Endpoints.in(folder)).containsExactly("/");
  }
}
