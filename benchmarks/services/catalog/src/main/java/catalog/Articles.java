package catalog;

import catalog.Article.Review;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All articles, which a nightly export brings. */
@Singleton
class Articles {
  private static final List<String> CATEGORIES = List.of("nuts", "bolts", "screws", "nails");

  private final Map<String, Article> bySku;
  private final Map<String, List<Article>> byCategory;

  Articles() {
    List<Article> all = IntStream.rangeClosed(1, 400).mapToObj(Articles::exported).toList();
    bySku = all.stream().collect(Collectors.toMap(Article::sku, Function.identity()));
    byCategory = all.stream().collect(Collectors.groupingBy(Article::category));
  }

  Optional<Article> find(String sku) {
    return Optional.ofNullable(bySku.get(sku));
  }

  List<Article> of(String category, int most) {
    return byCategory.getOrDefault(category, List.of()).stream().limit(most).toList();
  }

  private static Article exported(int number) {
    String category = CATEGORIES.get(number % CATEGORIES.size());
    List<Review> reviews =
        IntStream.range(0, 8)
            .mapToObj(n -> new Review("customer " + n, 1 + (number + n) % 5, "Good. ".repeat(12)))
            .toList();
    String name = category + " no. " + number;
    return new Article("A" + number, name, category, "Steel, galvanised. ".repeat(20), reviews);
  }
}
