package loomwatch.measure.subject;

import java.util.List;

/**
 * Names of the scenarios that a profile measures when none is named; an empty list is all of them.
 *
 * @param run of what is measured alone
 * @param compare of what is compared
 */
public record Chosen(List<String> run, List<String> compare) {
  /** All, whatever is done with them. */
  public static final Chosen ALL = new Chosen(List.of(), List.of());

  public Chosen {
    run = List.copyOf(run);
    compare = List.copyOf(compare);
  }
}
