package orders;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The warehouse's tables, which the database reads from another one, and so takes its time. */
@Repository
class Warehouse {
  private final JdbcClient database;

  Warehouse(JdbcClient database) {
    this.database = database;
  }

  int daysToDeliver(String article) {
    return database
        .sql("select days_to_deliver(:article)")
        .param("article", article)
        .query(Integer.class)
        .single();
  }
}
