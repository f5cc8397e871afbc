package stack;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints that every stack has, as Spring MVC has them. */
@SpringBootApplication
@RestController
public class Stack {
  public record Item(int id, String name, double price) {}

  public static void main(String[] args) {
    SpringApplication.run(Stack.class, args);
  }

  private final byte[] page;
  private final Optional<Database> database =
      Optional.ofNullable(System.getenv("LIST_DATABASE")).map(Database::new);

  Stack() throws IOException {
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
  }

  @GetMapping(path = "/hello", produces = "text/html")
  byte[] hello() {
    return page;
  }

  @GetMapping(path = "/sleep", produces = "text/plain")
  String sleep(@RequestParam int ms) throws InterruptedException {
    Thread.sleep(ms);
    return "slept " + ms + " ms\n";
  }

  /** Made again for each request, as one read from somewhere would be. */
  @GetMapping(path = "/list-static", produces = "application/json")
  List<Item> list() {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(id -> new Item(id, "item " + id, id * 1.5))
        .toList();
  }

  /** Read for each request by a driver that blocks, over a pool of connections. */
  @GetMapping(path = "/list-db", produces = "application/json")
  List<Item> listFromDatabase() throws SQLException {
    return database
        .orElseThrow(() -> new SQLException("LIST_DATABASE names no database"))
        .items();
  }
}
