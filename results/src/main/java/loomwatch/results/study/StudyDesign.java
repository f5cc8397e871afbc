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
 * What a study varies, and what is claimed of it.
 *
 * @param name of its file, as {@link #NAME_PATTERN} has it: files are named after it
 * @param digest of its file, as {@link loomwatch.results.files.Sha256} writes it
 * @param cells every combination of their levels
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

  /** How requests come. Figures of one are never compared with those of the other. */
  public enum Loop {
    /** When they are due, whatever became of those before. */
    OPEN,
    /** When the one before was answered: a server that stands still is not asked meanwhile. */
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
   * One combination of levels: what is launched once in every round.
   *
   * @param levels of each factor, by its name
   * @param variant under which its launches are recorded
   * @param mode how its threads serve requests; of a benchmark the kind of thread used
   * @param scenario under which its launches are recorded; of a benchmark its own name
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
   * An inequality over a contrast: a quantity in some cells over the same quantity in others, which
   * must be at least or at most something.
   *
   * @param name of letters, digits and hyphens; unique in its study
   * @param source where it was made, such as {@code E4}; null of a team's own
   * @param quantity as {@link StudyMetric#named} knows it
   * @param contrast what is divided by what
   * @param against a second contrast that the first is divided by: it claims an interaction; null
   *     for none
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
     * Cells over cells. Where levels are left out of both, each cell is divided by the one that has
     * the same of those levels, and the mean of the ratios counts.
     *
     * @param of levels of the cells above the line
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

    public StudyMetric looksAt() {
      return StudyMetric.named(quantity).orElseThrow();
    }
  }
}
