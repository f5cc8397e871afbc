package orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

@Entity
public class PurchaseOrder {
  @Id private long id;
  private long customer;
  private LocalDate placed;

  @OneToMany(mappedBy = "purchaseOrder")
  @OrderBy("id")
  private List<OrderLine> lines = new ArrayList<>();

  protected PurchaseOrder() {}

  public long id() {
    return id;
  }

  public LocalDate placed() {
    return placed;
  }

  public List<OrderLine> lines() {
    return lines;
  }

  public long cents() {
    return lines.stream().mapToLong(OrderLine::cents).sum();
  }
}
