package loomwatch.results.study;

import java.util.List;
import loomwatch.results.Require;

/**
 * What a study varies, and what is claimed of it.
 *
 * @param name of its file, as {@link #NAME_PATTERN} has it: files are named after it
 * @param title what it is about, in a phrase
 * @param digest of its file, as {@link loomwatch.results.files.Sha256} writes it
 * @param loop how it is loaded
 * @param factors in the order of the file
 * @param cells every combination of their levels
 * @param claims in the order of the file
 * @param blocks how many are measured
 */
public record StudyDesign(
    String name,
    String title,
    String digest,
    Loop loop,
    List<Factor> factors,
    List<StudyCell> cells,
    List<Claim> claims,
    int blocks) {

  /** What a study may be called. */
  public static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

  /** The same for people. */
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

  /**
   * What cells differ in.
   *
   * @param levels by name, in the order of the file
   */
  public record Factor(String name, List<String> levels) {
    public Factor {
      levels = List.copyOf(levels);
    }
  }

  /** The same with another number of blocks. */
  public StudyDesign of(int count) {
    return new StudyDesign(name, title, digest, loop, factors, cells, claims, count);
  }

  /** The same with other claims. */
  public StudyDesign claiming(List<Claim> others) {
    return new StudyDesign(name, title, digest, loop, factors, cells, others, blocks);
  }

  /** A cell's levels as people read them: {@code virtual, above}. */
  public String shown(StudyCell cell) {
    return String.join(
        ", ", factors.stream().map(factor -> cell.levels().get(factor.name())).toList());
  }
}
