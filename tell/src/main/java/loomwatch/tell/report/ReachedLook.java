package loomwatch.tell.report;

import java.util.List;
import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.tell.text.Effect;

/** At which of the planned looks a comparison was judged. */
final class ReachedLook {
  private ReachedLook() {}

  static boolean beforeFirst(Verdict verdict, MeasurementRecord record) {
    List<Look> looks = looks(record);
    return !looks.isEmpty() && blocks(verdict) < looks.getFirst().blocks();
  }

  /** What is missing before the first look. */
  static String tooFew(Verdict verdict, MeasurementRecord record) {
    return "Too few blocks to judge any change: "
        + blocks(verdict)
        + " of the "
        + looks(record).getFirst().blocks()
        + " that the first look needs.";
  }

  /** {@code Judged at look 1 of 2 (6 of 12 blocks, α 0.02)…}; empty when no look is known. */
  static String of(Verdict verdict, MeasurementRecord record) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      return "";
    }
    List<Look> looks = comparison.looks();
    int blocks = blocks(verdict);
    int planned = looks.getLast().blocks();
    String place = blocks + " of " + Plural.count(planned, "block");
    if (beforeFirst(verdict, record)) {
      return "Not yet at look 1 of " + looks.size() + " (" + place + ")" + budget(record) + ".";
    }
    boolean decided =
        verdict.verdict() != Outcome.INCONCLUSIVE && verdict.verdict() != Outcome.INVALID;
    Look look = comparison.lookAt(blocks).orElseThrow();
    return String.format(
            Locale.ROOT,
            "Judged at look %d of %d (%s, α %s)%s",
            looks.indexOf(look) + 1,
            looks.size(),
            place,
            Effect.shown(look.alpha()),
            decided && blocks < planned ? ", where it was decided" : "")
        + budget(record)
        + ".";
  }

  /** {@code 3 of 11 blocks in 3 min, decided at look 1 of 4 (α 0.0125); none was discarded.} */
  static String inShort(Verdict verdict, MeasurementRecord record) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      return "";
    }
    int blocks = blocks(verdict);
    List<Look> looks = comparison.looks();
    String taken =
        String.format(
            Locale.ROOT,
            "%d of %s in %s",
            blocks,
            Plural.count(looks.getLast().blocks(), "block"),
            duration(Math.max(1, WhatWouldTell.taken(record).toSeconds())));
    String at =
        comparison
            .lookAt(blocks)
            .map(look ->
                String.format(
                    Locale.ROOT,
                    ", judged at look %d of %d (α %s)",
                    looks.indexOf(look) + 1,
                    looks.size(),
                    Effect.shown(look.alpha())))
            .orElse(", before the first look");
    return taken + at + "; " + Discards.of(record.launches());
  }

  private static String budget(MeasurementRecord record) {
    Comparison comparison = record.comparison();
    Double seconds = comparison == null ? null : comparison.budgetSeconds();
    return seconds == null ? "" : "; planned for a budget of " + duration(seconds);
  }

  private static String duration(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole / 60 + " min" + (whole % 60 == 0 ? "" : " " + whole % 60 + " s");
  }

  private static List<Look> looks(MeasurementRecord record) {
    Comparison comparison = record.comparison();
    return comparison == null ? List.of() : comparison.looks();
  }

  private static int blocks(Verdict verdict) {
    Compared compared = verdict.comparison();
    return compared == null ? 0 : compared.blocks();
  }
}
