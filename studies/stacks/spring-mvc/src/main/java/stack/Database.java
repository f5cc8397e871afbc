package stack;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The items of a real database. All connections are opened at the start, by the main thread: in a
 * class's initializer a virtual thread keeps its carrier while it waits, and of one none is left.
 */
final class Database {
  /** The same in both modes, so that threads alone differ. */
  private static final int CONNECTIONS = 50;

  private static final int OPEN_WITHIN_MS = 30_000;

  private final HikariDataSource pool;

  Database(String url) {
    // Without it the first is waited for alone, and the others come while requests are served.
    System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMinimumIdle(CONNECTIONS);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setInitializationFailTimeout(OPEN_WITHIN_MS);
    pool = new HikariDataSource(config);
  }

  List<Stack.Item> items() throws SQLException {
    try (var connection = pool.getConnection();
        var statement =
            connection.prepareStatement("select id, name, price from items order by id");
        var rows = statement.executeQuery()) {
      List<Stack.Item> items = new ArrayList<>();
      while (rows.next()) {
        items.add(new Stack.Item(rows.getInt(1), rows.getString(2), rows.getDouble(3)));
      }
      return items;
    }
  }
}
