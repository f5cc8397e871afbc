package stack;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The items of a real database, by its reactive driver. All connections are opened at the start. */
final class Database {
  /** As many as the stacks whose driver blocks have. */
  private static final int CONNECTIONS = 50;

  private final ConnectionPool pool;

  Database(String url) {
    pool =
        new ConnectionPool(
            ConnectionPoolConfiguration.builder(ConnectionFactories.get(url))
                .initialSize(CONNECTIONS)
                .minIdle(CONNECTIONS)
                .maxSize(CONNECTIONS)
                .build());
    pool.warmup().block();
  }

  Mono<List<Stack.Item>> items() {
    return Flux.usingWhen(
            pool.create(),
            connection ->
                Flux.from(
                        connection
                            .createStatement("select id, name, price from items order by id")
                            .execute())
                    .flatMap(rows ->
                        rows.map((row, about) ->
                            new Stack.Item(
                                Objects.requireNonNull(row.get(0, Integer.class)),
                                row.get(1, String.class),
                                Objects.requireNonNull(row.get(2, Double.class))))),
            Connection::close)
        .collectList();
  }
}
