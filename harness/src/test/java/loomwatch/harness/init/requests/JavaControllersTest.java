package loomwatch.harness.init.requests;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaControllersTest {
  /** The ways in which teams write down a GET. */
  @Test
  void requests_formsOfSpring_haveTheirPaths() throws Exception {
    assertThat(
            requests(
                """
                import org.springframework.web.bind.annotation.*;

                @RestController
                @RequestMapping("/forms/")
                class FormsController {
                  static final String CONSTANT = "/constant";

                  @GetMapping({"/list-one", "/list-two"}) String list() { return ""; }
                  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE, path = "/produces-first")
                  String producesFirst() { return ""; }
                  @RequestMapping(method = RequestMethod.GET, value = "/method-first")
                  String methodFirst() { return ""; }
                  @GetMapping(CONSTANT) String constant() { return ""; }
                  @GetMapping(Elsewhere.PATH) String elsewhere() { return ""; }
                  @GetMapping("${shop.base:/old}/sums") String sums() { return ""; }
                  @GetMapping("/events") SseEmitter events() { return null; }
                }

                /** A second controller in the same file, with a prefix of its own. */
                @RestController
                @RequestMapping("second")
                class SecondController {
                  @GetMapping("here") String here() { return ""; }
                  @GetMapping String root() { return ""; }
                  @RequestMapping(path = "/any") String any() { return ""; }
                }
                """))
        .containsExactly(
            "GET /forms/list-one",
            "GET /forms/list-two",
            "GET /forms/produces-first",
            "GET /forms/method-first",
            "GET /forms/constant",
            "GET /forms/{PATH} lacks a value of {PATH}",
            "GET /forms/old/sums",
            "GET /forms/events lacks an end of its answer, a stream of events",
            "GET /second/here",
            "GET /second",
            "GET /second/any");
  }

  @Test
  void requests_parametersOfSpring_areLacking() throws Exception {
    assertThat(
            requests(
                """
                @RestController
                class Items {
                  @GetMapping("/items/{id:\\\\d{3}}") Item one(@PathVariable long id) {}
                  @GetMapping("/find") Item find(@RequestParam("q") String text, @RequestParam int page) {}
                  @GetMapping("/list")
                  Item list(@RequestParam(required = false) String a, @RequestParam(defaultValue = "1") int b,
                      @RequestParam Optional<String> c, Pageable page) {}
                  @GetMapping(path = "/act", params = {"do=list", "!old"}) Item act() {}
                  @PostMapping("/items") Item add(@RequestBody Item item) {}
                  @DeleteMapping("/items") void clear() {}
                  @RequestMapping(path = "/both", method = {RequestMethod.POST, RequestMethod.GET}) Item both() {}
                  @RequestMapping(path = "/put", method = PUT) void put(@RequestHeader("X-Shop") String shop) {}
                  @GetMapping("/files/**") byte[] file() {}
                }
                """))
        .containsExactly(
            "GET /items/{id} lacks a value of {id}",
            "GET /find lacks a value of the parameter q and a value of the parameter page",
            "GET /list",
            "GET /act lacks a value of the parameter do",
            "POST /items lacks a body",
            "DELETE /items lacks your consent, as it may change data",
            "GET /both",
            "PUT /put lacks a value of the header X-Shop");
  }

  /** As generated from an OpenAPI file, into another folder. */
  @Test
  void requests_implementedInterface_mapsTheMethods() throws Exception {
    assertThat(
            requests(
                """
                package shop.api;
                public interface ItemsApi {
                  String PATH_LIST = "/items";
                  @RequestMapping(method = RequestMethod.GET, value = ItemsApi.PATH_LIST, produces = {"application/json"})
                  ResponseEntity<List<Item>> listItems(@Valid @RequestParam(value = "q", required = true) String q);
                  @GetMapping("/items/sizes")
                  default ResponseEntity<Sizes> sizes() { return null; }
                }
                """,
                """
                package shop.old;
                public interface ItemsApi { @GetMapping("/old") void listItems(String q); }
                """,
                """
                package shop;
                import shop.api.ItemsApi;
                @RestController
                @RequestMapping("api")
                class Items implements ItemsApi {
                  @Override public ResponseEntity<List<Item>> listItems(String q) { return null; }
                }
                """,
                """
                @FeignClient(name = "prices") interface Prices { @GetMapping("/prices") String all(); }
                class NoPrices implements Prices { public String all() { return ""; } }
                interface Unused { @GetMapping("/unused") String all(); }
                """))
        .containsExactly("GET /api/items lacks a value of the parameter q", "GET /api/items/sizes");
  }

  /** What a comment says is no code, and not every annotation of a class has a path. */
  @Test
  void requests_commentedControllerWithOtherAnnotations_hasItsPrefix() throws Exception {
    assertThat(
            requests(
                """
                /** REST controller class for items, as "http://shop/api" shows. */
                @RequestMapping("/api/items") // class of the shop
                @OpenAPIDefinition(info = @Info(title = "x"))
                public class Items {
                  // @GetMapping("/old")
                  @GetMapping("//latest".substring(1)) Item latest() {}
                  @GetMapping(("/" + "all")) List<Item> all() {}
                }
                """))
        .containsExactly(
            "GET /api/items/{computed} lacks a value of {computed}", "GET /api/items/all");
  }

  /** As of a page or a key that a class holds, and of what is no Java. */
  @Test
  void requests_longLiteralsAndFaults_areReadOver() throws Exception {
    List<String> before =
        List.of(
            "String page = \"%s\";".formatted("x".repeat(200_000)),
            "@Doc(%s) int one;".formatted("\"x\" + ".repeat(5_000) + "\"x\""),
            "@Doc(\"x\") ".repeat(20_000) + "int one;",
            "void broken( { }");

    for (String text : before) {
      assertThat(requests("class A { %s @Get(\"/all\") A all() {} }".formatted(text), "no Java"))
          .as(text.substring(0, 15))
          .containsExactly("GET /all");
    }
  }

  @Test
  void requests_nestedTooDeepForTheParser_areThoseOfOtherFiles() throws Exception {
    assertThat(
            requests(
                "class A { int deep = %s1; }".formatted("(".repeat(50_000)),
                "class B { @Get(\"/all\") B all() {} }"))
        .containsExactly("GET /all");
  }

  @Test
  void requests_resourcesOfJaxRs_haveTheirPaths() throws Exception {
    assertThat(
            requests(
                """
                @ApplicationPath("/rest") class Shop extends Application {}
                """,
                """
                @Path("/items")
                @Produces("application/json")
                public class Items {
                  @GET public List<Item> items(@QueryParam("page") int page) { return List.of(); }
                  @Path("/latest") @RunOnVirtualThread @GET public Item latest() {}
                  @Path("{id}") @GET public Item one(@PathParam("id") long id) {}
                  @GET @Path("/events") @Produces(MediaType.SERVER_SENT_EVENTS) public Events events() {}
                  @POST @Path("/") public void add(@Valid Item item) {}
                  @Path("/parts") public Parts parts() {}
                }
                """))
        .containsExactly(
            "GET /rest/items",
            "GET /rest/items/latest",
            "GET /rest/items/{id} lacks a value of {id}",
            "GET /rest/items/events lacks an end of its answer, a stream of events",
            "POST /rest/items lacks a body");
  }

  @Test
  void requests_controllersOfMicronaut_haveTheirPaths() throws Exception {
    assertThat(
            requests(
                """
                import io.micronaut.http.annotation.*;
                @Controller("shop") class Shop {
                  @Get String all() {}
                  @Get(uri = "/one") String one() {}
                  @Get("/list{?page,size}") String list() {}
                  @Get(uris = {"/a", "/b"}) String several() {}
                  @Get("/find") String find(@QueryValue String text, @QueryValue @Nullable String more) {}
                  @Post("/items/{id}") String add(long id, Item item) {}
                }
                """,
                """
                import org.springframework.stereotype.Controller;
                @Controller("pages") @RequestMapping("/of/{shop}") class Pages { @GetMapping("/page") String page() { return "page"; } }
                """))
        .containsExactly(
            "GET /shop",
            "GET /shop/one",
            "GET /shop/list",
            "GET /shop/a",
            "GET /shop/b",
            "GET /shop/find lacks a value of the parameter text",
            "POST /shop/items/{id} lacks a value of {id} and a body",
            "GET /of/{shop}/page lacks a value of {shop}");
  }

  @Test
  void requests_servlets_haveTheirPatterns() throws Exception {
    assertThat(
            requests(
                """
                @WebServlet(name = "items", urlPatterns = {"/items", "/items/*", "*.do"})
                class Items extends HttpServlet {
                  @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) {}
                }
                """,
                """
                @WebServlet("/orders") class Orders extends HttpServlet {
                  protected void doPost(HttpServletRequest request, HttpServletResponse response) {}
                }
                """))
        .containsExactly("GET /items", "GET /items/", "POST /orders lacks a body");
  }

  private static List<String> requests(String... texts) throws Exception {
    return new JavaControllers(new JavaSources(List.of(texts)))
        .requests().stream().map(JavaControllersTest::shown).toList();
  }

  static String shown(FoundRequest request) {
    return request.method()
        + " "
        + request.path()
        + request.headers().entrySet().stream()
            .map(header -> " " + header.getKey() + ": " + header.getValue())
            .collect(joining())
        + request.body().map(body -> " " + body).orElse("")
        + request.lacks().map(lacks -> " lacks " + lacks).orElse("");
  }
}
