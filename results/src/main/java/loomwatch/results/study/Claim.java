package loomwatch.results.study;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Require;
import org.jspecify.annotations.Nullable;

/**
 * An inequality over a contrast: a quantity in some cells over the same quantity in others, which
 * must be at least or at most something.
 *
 * @param name of letters, digits and hyphens; unique in its study
 * @param says the claim in a sentence
 * @param source where it was made, such as {@code E4}; null of a team's own
 * @param quantity as {@link Quantity#named} knows it
 * @param contrast what is divided by what
 * @param against a second contrast that the first is divided by: it claims an interaction; null for
 *     none
 * @param atLeast the least the ratio must be; null for no such bound
 * @param atMost the most; null for no such bound; one of the two is there
 * @param published the source's own figure as that ratio; null where it has none
 */
public record Claim(
    String name,
    String says,
    @Nullable String source,
    String quantity,
    Contrast contrast,
    @Nullable Contrast against,
    @Nullable Double atLeast,
    @Nullable Double atMost,
    @Nullable Double published) {

  public Claim {
    Require.check(Quantity.named(quantity).isPresent(), "quantity", "one of those known", quantity);
    Require.check(
        atLeast != null || atMost != null, "claim " + name, "bounded", "without atLeast or atMost");
    Require.check(
        atLeast == null || atMost == null || atLeast <= atMost,
        "atLeast",
        "at most atMost",
        String.valueOf(atLeast));
  }

  /**
   * Cells over cells. Where levels are left out of both, each cell is divided by the one that has
   * the same of those levels, and the mean of the ratios counts.
   *
   * @param of levels of the cells above the line
   * @param over of those below it
   * @param minus of those whose value is taken off both first; null for none
   */
  public record Contrast(
      Map<String, String> of, Map<String, String> over, @Nullable Map<String, String> minus) {
    public Contrast {
      of = sorted(of);
      over = sorted(over);
      minus = minus == null ? null : sorted(minus);
    }

    private static Map<String, String> sorted(Map<String, String> levels) {
      return Collections.unmodifiableMap(new TreeMap<>(levels));
    }
  }

  /** What it looks at. */
  public Quantity looksAt() {
    return Quantity.named(quantity).orElseThrow();
  }
}
