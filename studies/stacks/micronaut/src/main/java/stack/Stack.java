package stack;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.runtime.Micronaut;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** The endpoints that every stack has, as Micronaut has them. */
@Controller
public class Stack {
  @Introspected
  public record Item(int id, String name, double price) {}

  private final byte[] page;

  Stack() throws IOException {
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
  }

  public static void main(String[] args) {
    Micronaut.run(Stack.class, args);
  }

  @Get(uri = "/hello", produces = MediaType.TEXT_HTML)
  byte[] hello() {
    return page;
  }

  @Get(uri = "/sleep", produces = MediaType.TEXT_PLAIN)
  String sleep(@QueryValue int ms) throws InterruptedException {
    Thread.sleep(ms);
    return "slept " + ms + " ms\n";
  }

  /** Made again for each request, as one read from somewhere would be. */
  @Get(uri = "/list-static", produces = MediaType.APPLICATION_JSON)
  List<Item> list() {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(id -> new Item(id, "item " + id, id * 1.5))
        .toList();
  }
}
