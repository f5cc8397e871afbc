package loomwatch.reporting.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.reporting.text.Effect;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.Launch.Window;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;

/** What a comparison rests on: its launches, its pairs, and the planned look it was judged at. */
final class ComparisonBasis {
  private ComparisonBasis() {}

  /** How many launches and pairs there are, and how many were discarded. */
  static String launches(MeasurementRecord record) {
    return "Rests on "
        + valid(record, Side.BASE)
        + " launches of base and "
        + valid(record, Side.HEAD)
        + " of head"
        + (pairs(record).isEmpty() ? "" : ", " + pairs(record))
        + "; "
        + Summary.discarded(record.launches());
  }

  /**
   * How often each variant's windows were taken again, as what is kept is what the host left in
   * peace; empty when none was.
   */
  static String retakes(MeasurementRecord record) {
    int base = retakes(record, Side.BASE);
    int head = retakes(record, Side.HEAD);
    return base + head == 0
        ? ""
        : "Windows taken again, as the generator had been held up: "
            + base
            + " of base, "
            + head
            + " of head.";
  }

  private static int retakes(MeasurementRecord record, Side variant) {
    return record.launches().stream()
        .filter(launch -> launch.isOf(variant))
        .flatMap(launch -> launch.windows().stream())
        .mapToInt(Window::retakes)
        .sum();
  }

  /** {@code 6}, or where some were discarded {@code 5 of 6}. */
  private static String valid(MeasurementRecord record, Side variant) {
    List<Launch> all = record.launches().stream().filter(launch -> launch.isOf(variant)).toList();
    long valid = all.stream().filter(Launch::valid).count();
    return valid == all.size() ? String.valueOf(valid) : valid + " of " + all.size();
  }

  private static String pairs(MeasurementRecord record) {
    Map<List<Object>, Set<Integer>> base = rounds(record, Side.BASE);
    Map<List<Object>, Set<Integer>> head = rounds(record, Side.HEAD);
    Set<List<Object>> places = new HashSet<>(base.keySet());
    places.addAll(head.keySet());
    IntSummaryStatistics pairs =
        places.stream().mapToInt(place -> shared(base, head, place)).summaryStatistics();
    if (pairs.getCount() == 0) {
      return "";
    }
    String most = Plural.count(pairs.getMax(), "pair") + " of each scenario and mode";
    return (pairs.getMin() == pairs.getMax() ? "" : pairs.getMin() + " to ") + most;
  }

  private static int shared(
      Map<List<Object>, Set<Integer>> base,
      Map<List<Object>, Set<Integer>> head,
      List<Object> place) {
    Set<Integer> shared = new HashSet<>(base.getOrDefault(place, Set.of()));
    shared.retainAll(head.getOrDefault(place, Set.of()));
    return shared.size();
  }

  /** The rounds in which a variant has a valid launch, by scenario and mode. */
  private static Map<List<Object>, Set<Integer>> rounds(MeasurementRecord record, Side variant) {
    Map<List<Object>, Set<Integer>> rounds = new HashMap<>();
    for (Launch launch : record.launches()) {
      if (launch.isOf(variant) && launch.valid()) {
        rounds
            .computeIfAbsent(List.of(launch.scenario(), launch.mode()), key -> new HashSet<>())
            .add(launch.round());
      }
    }
    return rounds;
  }

  static boolean beforeFirst(Verdict verdict, MeasurementRecord record) {
    List<Look> looks = looks(record);
    return !looks.isEmpty() && rounds(verdict) < looks.getFirst().rounds();
  }

  /** What is missing before the first look. */
  static String tooFew(Verdict verdict, MeasurementRecord record) {
    return "Too few rounds to judge any change: "
        + rounds(verdict)
        + " of the "
        + looks(record).getFirst().rounds()
        + " that the first look needs.";
  }

  /**
   * {@code Decided after 6 of 12 rounds (interim analysis 1 of 2, α 0.02).}; empty when no look is
   * known.
   */
  static String look(Verdict verdict, MeasurementRecord record) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      return "";
    }
    List<Look> looks = comparison.looks();
    int rounds = rounds(verdict);
    int planned = looks.getLast().rounds();
    String place = rounds + " of " + Plural.count(planned, "round");
    if (beforeFirst(verdict, record)) {
      return "Not judged yet: " + place + ", before the first look" + budget(record) + ".";
    }
    boolean decided =
        verdict.verdict() != Outcome.INCONCLUSIVE && verdict.verdict() != Outcome.INVALID;
    Look look = comparison.lookAt(rounds).orElseThrow();
    return String.format(
            Locale.ROOT,
            "%s after %s (interim analysis %d of %d, α %s)",
            decided && !look.equals(looks.getLast()) ? "Decided early" : "Judged",
            place,
            looks.indexOf(look) + 1,
            looks.size(),
            Effect.shown(look.alpha()))
        + budget(record)
        + ".";
  }

  /** {@code Stopped early after 3 of 11 rounds in 3 min; none was discarded.} */
  static String lookInShort(Verdict verdict, MeasurementRecord record) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      return "";
    }
    int rounds = rounds(verdict);
    List<Look> looks = comparison.looks();
    Optional<Look> look = comparison.lookAt(rounds);
    boolean early = look.isPresent() && !look.get().equals(looks.getLast());
    String taken =
        String.format(
            Locale.ROOT,
            "%s%d of %s in %s%s",
            early ? "Stopped early after " : "",
            rounds,
            Plural.count(looks.getLast().rounds(), "round"),
            duration(Math.max(1, Sensitivity.taken(record).toSeconds())),
            look.isPresent() ? "" : ", before the first look");
    return taken + "; " + Summary.discarded(record.launches());
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

  private static int rounds(Verdict verdict) {
    Compared compared = verdict.comparison();
    return compared == null ? 0 : compared.rounds();
  }
}
