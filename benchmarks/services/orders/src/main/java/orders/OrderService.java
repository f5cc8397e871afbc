package orders;

import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class OrderService {
  public record LineView(String article, int quantity, long cents) {}

  public record OrderView(long id, LocalDate placed, long cents, List<LineView> lines) {}

  private final OrderRepository orders;

  OrderService(OrderRepository orders) {
    this.orders = orders;
  }

  @Transactional(readOnly = true)
  public List<OrderView> ofCustomer(long customer) {
    return orders.findWithLines(customer).stream().map(OrderService::view).toList();
  }

  private static OrderView view(PurchaseOrder order) {
    List<LineView> lines =
        order.lines().stream()
            .map(line -> new LineView(line.article(), line.quantity(), line.cents()))
            .toList();
    return new OrderView(order.id(), order.placed(), order.cents(), lines);
  }
}
