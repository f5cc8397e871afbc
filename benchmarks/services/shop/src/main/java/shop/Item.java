package shop;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Something on sale. Public, as JSPs read it. */
public record Item(int id, String name, long cents) {
  private static final List<Item> ALL =
      IntStream.rangeClosed(1, 30)
          .mapToObj(id -> new Item(id, "Teapot no. " + id, 900 + 50L * id))
          .toList();

  public static List<Item> all() {
    return ALL;
  }

  public static Optional<Item> of(String id) {
    return ALL.stream().filter(item -> String.valueOf(item.id).equals(id)).findFirst();
  }

  public String price() {
    return cents / 100 + "." + "%02d".formatted(cents % 100);
  }
}
