package stack;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The endpoints that every stack has, as Quarkus has them. Where it was built without virtual
 * threads, they are run on its workers.
 */
@Path("/")
@RunOnVirtualThread
public class Stack {
  private final byte[] page;

  public Stack() throws IOException {
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      page = in.readAllBytes();
    }
  }

  @GET
  @Path("hello")
  @Produces("text/html")
  public byte[] hello() {
    return page;
  }

  @GET
  @Path("sleep")
  @Produces("text/plain")
  public String sleep(@QueryParam("ms") int ms) throws InterruptedException {
    Thread.sleep(ms);
    return "slept " + ms + " ms\n";
  }

  /** Made again for each request, as one read from somewhere would be. */
  @GET
  @Path("list-static")
  @Produces("application/json")
  public String list() {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(id ->
            "{\"id\":" + id + ",\"name\":\"item " + id + "\",\"price\":" + id * 1.5 + "}")
        .collect(Collectors.joining(",", "[", "]\n"));
  }
}
