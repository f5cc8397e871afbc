package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Turns a fixed list of ten items into JSON at each request (studies/list.yaml): some garbage, no
 * blocking.
 */
final class ListStatic extends Workload {
  private static final long serialVersionUID = 1;

  private record Item(int id, String name, double price) {}

  private static final List<Item> ITEMS =
      IntStream.rangeClosed(1, 10).mapToObj(id -> new Item(id, "item " + id, id * 1.5)).toList();

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    StringBuilder json = new StringBuilder("[");
    for (Item item : ITEMS) {
      json.append(json.length() == 1 ? "" : ",")
          .append("{\"id\":")
          .append(item.id())
          .append(",\"name\":\"")
          .append(item.name())
          .append("\",\"price\":")
          .append(item.price())
          .append('}');
    }
    send(response, "application/json", ascii(json.append("]\n").toString()));
  }
}
