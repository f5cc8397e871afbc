package orders;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface OrderRepository extends JpaRepository<PurchaseOrder, Long> {
  @Query(
      """
      select distinct o from PurchaseOrder o left join fetch o.lines
      where o.customer = ?1 order by o.id""")
  List<PurchaseOrder> findWithLines(long customer);
}
