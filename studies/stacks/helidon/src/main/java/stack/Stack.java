package stack;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The endpoints that every stack has, on Helidon, which knows virtual threads only. Argument: port. */
public final class Stack {
  private Stack() {}

  public static void main(String[] args) throws Exception {
    byte[] page;
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
    HttpRouting.Builder routing =
        HttpRouting.builder()
            .get("/hello", (request, response) -> send(response, "text/html", page))
            .get(
                "/sleep",
                (request, response) -> {
                  int ms = request.query().first("ms").asInt().get();
                  Thread.sleep(ms);
                  send(response, "text/plain", bytes("slept " + ms + " ms\n"));
                })
            .get(
                "/list-static",
                (request, response) -> send(response, "application/json", bytes(list())));
    WebServer.builder().port(Integer.parseInt(args[0])).routing(routing).build().start();
  }

  private static String list() {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(id ->
            "{\"id\":" + id + ",\"name\":\"item " + id + "\",\"price\":" + id * 1.5 + "}")
        .collect(Collectors.joining(",", "[", "]\n"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(ServerResponse response, String type, byte[] body) {
    response.header(HeaderNames.CONTENT_TYPE, type);
    response.send(body);
  }
}
