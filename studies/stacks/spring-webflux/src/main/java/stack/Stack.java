package stack;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The endpoints that every stack has, as Spring WebFlux has them. */
@SpringBootApplication
@RestController
public class Stack {
  private static final String ELASTIC = "--elastic=";

  public record Item(int id, String name, double price) {}

  private final byte[] page;
  private final Optional<Database> database =
      Optional.ofNullable(System.getenv("LIST_DATABASE")).map(Database::new);

  Stack() throws IOException {
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
  }

  /** What Reactor reads once, before any of its classes is there. */
  public static void main(String[] args) {
    Stream.of(args)
        .filter(arg -> arg.startsWith(ELASTIC))
        .forEach(arg ->
            System.setProperty(
                "reactor.schedulers.defaultBoundedElasticSize", arg.substring(ELASTIC.length())));
    if (List.of(args).contains("--spring.threads.virtual.enabled=true")) {
      System.setProperty("reactor.schedulers.defaultBoundedElasticOnVirtualThreads", "true");
    }
    SpringApplication.run(Stack.class, args);
  }

  @GetMapping(path = "/hello", produces = "text/html")
  Mono<byte[]> hello() {
    return Mono.just(page);
  }

  @GetMapping(path = "/sleep", produces = "text/plain")
  Mono<String> sleep(@RequestParam("ms") int ms) {
    return Mono.fromCallable(() -> {
          Thread.sleep(ms);
          return "slept " + ms + " ms\n";
        })
        .subscribeOn(Schedulers.boundedElastic());
  }

  /** Made again for each request, as one read from somewhere would be. */
  @GetMapping(path = "/list-static", produces = "application/json")
  Mono<List<Item>> list() {
    return Mono.fromSupplier(() ->
        IntStream.rangeClosed(1, 10)
            .mapToObj(id -> new Item(id, "item " + id, id * 1.5))
            .toList());
  }

  /** Read for each request by a reactive driver, over a pool of connections. */
  @GetMapping(path = "/list-db", produces = "application/json")
  Mono<List<Item>> listFromDatabase() {
    return database
        .map(Database::items)
        .orElseThrow(() -> new IllegalStateException("LIST_DATABASE names no database"));
  }
}
