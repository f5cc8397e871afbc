package shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What a visitor wants to buy, kept in the session. */
public final class Basket implements Serializable {
  private static final long serialVersionUID = 1;

  private final List<Integer> items = new ArrayList<>();

  synchronized void add(Item item) {
    items.add(item.id());
  }

  synchronized int size() {
    return items.size();
  }
}
