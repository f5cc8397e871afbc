package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KotlinControllersTest {
  @Test
  void requests_ofSpring_haveTheirPrefixAndPaths() {
    assertThat(
            KotlinControllers.requests(
                """
                /** class of "@GetMapping("/old")" */
                @RestController
                @RequestMapping("/api")
                class Items(private val items: Items) {
                  @GetMapping("/items") fun all(): List<Item> = items.all()
                  @GetMapping(value = ["/a", "/b"], produces = ["application/json"])
                  suspend fun several() = ""
                  @GetMapping fun root() = ""
                  @GetMapping("/items/{id}") fun one(@PathVariable id: Long) = ""
                  @PostMapping("/items") fun add(@RequestBody item: Item) {}
                  @RequestMapping(path = ["/old"], method = [RequestMethod.PUT]) fun old() {}
                  @Transactional fun no() {}
                }

                @Path("/shop") class Shop { @GET @Path("latest") fun latest() = "" }
                """))
        .extracting(JavaControllersTest::shown)
        .containsExactly(
            "GET /api/items",
            "GET /api/a",
            "GET /api/b",
            "GET /api",
            "GET /api/items/{id} lacks a value of {id}",
            "POST /api/items lacks your consent, as it may change data",
            "PUT /api/old lacks your consent, as it may change data",
            "GET /shop/latest");
  }

  /** As of a page or a key that a class holds. */
  @Test
  void requests_longLiterals_areReadOver() {
    assertThat(
            KotlinControllers.requests(
                "class A { val page = \"%s\"\n @Get(\"/all\") fun all() {} }"
                    .formatted("x\\n".repeat(200_000))))
        .extracting(JavaControllersTest::shown)
        .containsExactly("GET /all");
  }
}
