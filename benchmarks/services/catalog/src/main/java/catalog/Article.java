package catalog;

import io.micronaut.core.annotation.Introspected;
import java.util.List;

/** What the catalogue knows of an article. */
@Introspected
public record Article(
    String sku, String name, String category, String description, List<Review> reviews) {

  @Introspected
  public record Review(String by, int stars, String text) {}

  double stars() {
    return reviews.stream().mapToInt(Review::stars).average().orElse(0);
  }
}
