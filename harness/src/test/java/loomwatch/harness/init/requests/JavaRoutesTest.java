package loomwatch.harness.init.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaRoutesTest {
  @Test
  void requests_callsOfFrameworks_haveTheirPaths() throws Exception {
    assertThat(
            requests(
                """
                import io.javalin.Javalin;
                class Shop {
                  static final String ITEMS = "/items";
                  void routes(Javalin app) {
                    app.get(ITEMS, all -> all.result("")).post(ITEMS, all -> {});
                    app.get("/items/:id", one -> {});
                    app.routes(() -> path("api", () -> { path("/v1", () -> get("/parts", parts -> {})); get("/", top -> {}); }));
                    map.get("key");
                    app.get(computed(), none -> {});
                  }
                }
                """,
                """
                import static org.springframework.web.servlet.function.RouterFunctions.route;
                class Routes {
                  Object orders() { return route(GET("/orders"), handler); }
                  Object nested() { return route().nest(path("/in"), inner -> inner.GET("/side", handler)).build(); }
                }
                """,
                """
                import com.sun.net.httpserver.HttpServer;
                class Plain { void go(HttpServer server) { server.createContext("/plain", exchange -> {}); server.createContext("/", exchange -> {}); } }
                """,
                "class Other { String of(java.util.Map<String, String> map) { return map.get(\"/no\"); } }"))
        .containsExactlyInAnyOrder(
            "GET /items",
            "POST /items lacks your consent, as it may change data",
            "GET /items/{id} lacks a value of {id}",
            "GET /api/v1/parts",
            "GET /api/",
            "GET /orders",
            "GET /in/side",
            "GET /plain");
  }

  private static List<String> requests(String... texts) throws Exception {
    return JavaRoutes.requests(new JavaSources(List.of(texts))).stream()
        .map(JavaControllersTest::shown)
        .toList();
  }
}
