package stack;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The endpoints that every stack has, as blocking handlers of Undertow. Arguments: port, mode,
 * threads.
 */
public final class Stack {
  private Stack() {}

  public static void main(String[] args) throws Exception {
    byte[] page;
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
    boolean virtual = args[1].equals("virtual");
    ExecutorService each = virtual ? Executors.newVirtualThreadPerTaskExecutor() : null;
    HttpHandler answers = exchange -> answer(exchange, page);
    HttpHandler dispatched =
        exchange -> {
          if (virtual) {
            exchange.dispatch(each, answers);
          } else {
            exchange.dispatch(answers);
          }
        };
    Undertow.builder()
        .addHttpListener(Integer.parseInt(args[0]), "0.0.0.0")
        .setWorkerThreads(Integer.parseInt(args[2]))
        .setHandler(dispatched)
        .build()
        .start();
  }

  private static void answer(HttpServerExchange exchange, byte[] page) throws Exception {
    exchange.startBlocking();
    switch (exchange.getRequestPath()) {
      case "/hello" -> send(exchange, "text/html", page);
      case "/sleep" -> {
        int ms = Integer.parseInt(exchange.getQueryParameters().get("ms").getFirst());
        Thread.sleep(ms);
        send(exchange, "text/plain", bytes("slept " + ms + " ms\n"));
      }
      case "/list-static" -> send(exchange, "application/json", bytes(list()));
      default -> exchange.setStatusCode(404).endExchange();
    }
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

  private static void send(HttpServerExchange exchange, String type, byte[] body) {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
    exchange.getResponseSender().send(ByteBuffer.wrap(body));
  }
}
