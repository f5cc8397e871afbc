package loomwatch.results.study;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Require;
import org.jspecify.annotations.Nullable;

/**
 * The factors of a study and its claims.
 *
 * @param name of its file, which matches {@link #NAME_PATTERN}
 * @param digest of its file, as {@link loomwatch.results.files.Sha256} writes it
 * @param cells all combinations of levels
 */
public record StudyDesign(
    String name,
    String title,
    String digest,
    Loop loop,
    List<Factor> factors,
    List<StudyCell> cells,
    List<Claim> claims,
    int rounds) {

  public static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

  public static final String NAME_MEANING =
      "letters, digits, dots, hyphens and underscores, first a letter or digit";

  public StudyDesign {
    requireName(name);
    factors = List.copyOf(factors);
    cells = List.copyOf(cells);
    claims = List.copyOf(claims);
  }

  static void requireName(String name) {
    Require.matches("name", NAME_PATTERN, NAME_MEANING, name);
  }

  /** The arrival of requests. Figures of different loops are never compared. */
  public enum Loop {
    /** Requests are sent when due, regardless of earlier ones. */
    OPEN,
    /** A request is sent after the previous answer, so a stalled server gets none. */
    CLOSED
  }

  public record Factor(String name, List<String> levels) {
    public Factor {
      levels = List.copyOf(levels);
    }
  }

  public StudyDesign of(int count) {
    return new StudyDesign(name, title, digest, loop, factors, cells, claims, count);
  }

  public StudyDesign claiming(List<Claim> others) {
    return new StudyDesign(name, title, digest, loop, factors, cells, others, rounds);
  }

  public String shown(StudyCell cell) {
    return String.join(
        ", ", factors.stream().map(factor -> cell.levels().get(factor.name())).toList());
  }

  /**
   * One combination of levels, launched once per round.
   *
   * @param levels of each factor, by its name
   * @param mode how its threads serve requests; for a benchmark the kind of thread used
   * @param scenario in the record of its launches; for a benchmark its own name
   */
  public record StudyCell(Map<String, String> levels, String variant, Mode mode, String scenario) {
    public StudyCell {
      levels = Collections.unmodifiableMap(new TreeMap<>(levels));
    }

    public boolean has(Launch launch) {
      return launch.variant().equals(variant)
          && launch.mode() == mode
          && launch.scenario().equals(scenario);
    }

    public boolean isOf(Map<String, String> some) {
      return levels.entrySet().containsAll(some.entrySet());
    }
  }

  /**
   * A bound on the ratio of a quantity between some cells and others.
   *
   * @param name of letters, digits and hyphens; unique in its study
   * @param source where the claim was made, such as {@code E4}; null for a team's own
   * @param quantity a name that {@link StudyMetric#named} knows
   * @param contrast the ratio
   * @param against a second ratio by which the first is divided, to claim an interaction; null for
   *     none
   * @param atLeast lower bound of the ratio; null for none
   * @param atMost upper bound; null for none; at least one bound is present
   * @param published the source's own figure of that ratio; null for none
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
      Require.check(
          StudyMetric.named(quantity).isPresent(), "quantity", "one of those known", quantity);
      Require.check(
          atLeast != null || atMost != null,
          "claim " + name,
          "bounded",
          "without atLeast or atMost");
      Require.check(
          atLeast == null || atMost == null || atLeast <= atMost,
          "atLeast",
          "at most atMost",
          String.valueOf(atLeast));
    }

    /**
     * The ratio of cells. If both sides omit a factor, each cell is divided by the one with the
     * same level of it, and the mean of the ratios counts.
     *
     * @param of levels of the cells in the numerator
     * @param minus levels of the cells whose value is first subtracted from both; null for none
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

    public StudyMetric looksAt() {
      return StudyMetric.named(quantity).orElseThrow();
    }
  }
}
