package catalog;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Prices, which change once a day at most, so that some minutes do not matter. */
@Singleton
class Prices {
  private final LoadingCache<String, Integer> cache;

  Prices(PriceClient client) {
    cache =
        Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofMinutes(10))
            .build(client::price);
  }

  int of(Article article) {
    return cache.get(article.sku());
  }
}
