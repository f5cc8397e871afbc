package catalog;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import java.util.List;
import java.util.Optional;

@Controller
class CatalogController {
  private static final int PAGE = 10;

  @Introspected
  record Summary(String sku, String name, int cents, double stars) {}

  @Introspected
  record Offer(Summary summary, String description, int stock) {}

  private final Articles articles;
  private final Prices prices;
  private final PriceClient client;

  CatalogController(Articles articles, Prices prices, PriceClient client) {
    this.articles = articles;
    this.prices = prices;
    this.client = client;
  }

  @Get("/categories/{category}")
  List<Summary> category(String category) {
    return articles.of(category, PAGE).stream().map(this::summary).toList();
  }

  @Get("/articles/{sku}")
  Optional<Offer> article(String sku) {
    return articles.find(sku).map(this::offer);
  }

  private Summary summary(Article article) {
    return new Summary(article.sku(), article.name(), prices.of(article), article.stars());
  }

  private Offer offer(Article article) {
    return new Offer(summary(article), article.description(), client.stock(article.sku()));
  }
}
