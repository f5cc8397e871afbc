package orders;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
public class OrderLine {
  @Id private long id;
  private String article;
  private int quantity;
  private int price;

  @ManyToOne(fetch = FetchType.LAZY)
  private PurchaseOrder purchaseOrder;

  protected OrderLine() {}

  public String article() {
    return article;
  }

  public int quantity() {
    return quantity;
  }

  public long cents() {
    return (long) quantity * price;
  }
}
