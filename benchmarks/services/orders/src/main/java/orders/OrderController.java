package orders;

import java.util.List;
import orders.OrderService.OrderView;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {
  record Delivery(String article, int days) {}

  private final OrderService orders;
  private final Warehouse warehouse;

  OrderController(OrderService orders, Warehouse warehouse) {
    this.orders = orders;
    this.warehouse = warehouse;
  }

  @GetMapping("/customers/{customer}/orders")
  List<OrderView> orders(@PathVariable long customer) {
    return orders.ofCustomer(customer);
  }

  @GetMapping("/articles/{article}/delivery")
  Delivery delivery(@PathVariable String article) {
    return new Delivery(article, warehouse.daysToDeliver(article));
  }
}
