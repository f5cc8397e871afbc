package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
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
import loomwatch.results.Variant;

/** The basis of a comparison: its launches, its pairs, and the interim analysis reached. */
final class ComparisonBasis {
  private static final Duration WORTH_A_WORD = Duration.ofSeconds(20);

  private ComparisonBasis() {}

  /** Returns the number of launches and pairs, and how many were discarded. */
  static String launches(MeasurementRecord record) {
    return "Rests on "
        + valid(record, Side.BASE)
        + (record.scenarios().isEmpty() ? " forks" : " launches")
        + " of base and "
        + valid(record, Side.HEAD)
        + " of head"
        + pairs(record)
        + "; "
        + Summary.discarded(record.launches());
  }

  /** Returns how often each variant's windows were repeated; empty when none was. */
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

  /** Returns, for example, {@code 6}, or {@code 5 of 6} where one was discarded. */
  private static String valid(MeasurementRecord record, Side variant) {
    List<Launch> all = record.launches().stream().filter(launch -> launch.isOf(variant)).toList();
    long valid = all.stream().filter(Launch::valid).count();
    return valid == all.size() ? String.valueOf(valid) : valid + " of " + all.size();
  }

  private static String pairs(MeasurementRecord record) {
    Map<List<Object>, Set<Integer>> base = rounds(record, Side.BASE);
    Map<List<Object>, Set<Integer>> head = rounds(record, Side.HEAD);
    IntSummaryStatistics pairs =
        Stream.concat(base.keySet().stream(), head.keySet().stream())
            .distinct()
            .mapToInt(place -> {
              Set<Integer> shared = new HashSet<>(base.getOrDefault(place, Set.of()));
              shared.retainAll(head.getOrDefault(place, Set.of()));
              return shared.size();
            })
            .summaryStatistics();
    return pairs.getCount() == 0
        ? ""
        : ", "
            + (pairs.getMin() == pairs.getMax() ? "" : pairs.getMin() + " to ")
            + Plural.count(pairs.getMax(), "pair")
            + (record.scenarios().isEmpty() ? " of each benchmark" : " of each scenario and mode");
  }

  /** Returns the rounds in which a variant has a valid launch, by scenario and mode. */
  private static Map<List<Object>, Set<Integer>> rounds(MeasurementRecord record, Side variant) {
    return record.launches().stream()
        .filter(launch -> launch.isOf(variant) && launch.valid())
        .collect(
            groupingBy(
                launch -> List.of(launch.scenario(), launch.mode()),
                mapping(Launch::round, toSet())));
  }

  static boolean beforeFirst(Verdict verdict, MeasurementRecord record) {
    List<Look> looks = looks(record);
    return !looks.isEmpty() && rounds(verdict) < looks.getFirst().rounds();
  }

  static String tooFew(Verdict verdict, MeasurementRecord record) {
    return "Too few rounds to judge any change: "
        + rounds(verdict)
        + " of the "
        + looks(record).getFirst().rounds()
        + " that the first interim analysis needs.";
  }

  /** Returns {@code Decided early after 6 of 12 rounds (interim analysis 1 of 2, α 0.02).} */
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
      return "Not judged yet: "
          + place
          + ", before the first interim analysis"
          + budget(record)
          + ".";
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

  /**
   * Returns {@code Stopped early after 3 of 11 rounds in 5 min, 2 min of them builds; none was
   * discarded.}
   */
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
            "%s%d of %s in %s%s%s",
            early ? "Stopped early after " : "",
            rounds,
            Plural.count(looks.getLast().rounds(), "round"),
            duration(Math.max(1, taken(record).toSeconds())),
            builds(record),
            look.isPresent() ? "" : ", before the first interim analysis");
    return taken + "; " + Summary.discarded(record.launches());
  }

  /** Returns the time from the record's creation to the start of the last launch. */
  static Duration taken(MeasurementRecord record) {
    return until(record, Comparator.<Instant>naturalOrder().reversed());
  }

  /** Names the time before the first launch, where it is worth a word. */
  private static String builds(MeasurementRecord record) {
    Duration before = until(record, Comparator.<Instant>naturalOrder());
    return before.compareTo(WORTH_A_WORD) < 0
        ? ""
        : ", %s of them builds".formatted(duration(before.toSeconds()));
  }

  private static Duration until(MeasurementRecord record, Comparator<Instant> first) {
    return record.launches().stream()
        .map(Launch::startedAt)
        .min(first)
        .map(start -> Duration.between(record.createdAt(), start))
        .orElse(Duration.ZERO);
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

  /**
   * The compared variants: the properties of each alone, and those they share.
   *
   * @param both the shared properties; empty when unknown
   * @param sameService whether a service is compared with itself on purpose
   */
  record VariantNames(Named base, Named head, String both, boolean sameService) {

    /** A variant: its specification, and how it differs from the other; either may be empty. */
    record Named(String spec, String apart) {
      String line() {
        return spec.isEmpty() || apart.isEmpty() ? spec + apart : spec + " (" + apart + ")";
      }
    }

    /** A facet shows its version already. */
    private static final String TOMCAT = "tomcat-embed-core";

    /** Facets that are not worth a word where both variants have them. */
    private static final Set<String> NOTHING = Set.of("no fault", "Tomcat none");

    private static final List<Function<Variant, String>> FACETS =
        List.of(
            Summary::revision,
            variant -> "Tomcat " + variant.tomcat(),
            variant -> "JDK " + variant.jdk() + " (" + variant.jdkVendor() + ")",
            variant -> variant.fault() == null ? "no fault" : "fault " + variant.fault());

    static VariantNames of(Compared compared, MeasurementRecord record) {
      Variant base = record.variant(Side.BASE);
      Variant head = record.variant(Side.HEAD);
      if (base == null || head == null) {
        return new VariantNames(
            new Named(compared.base(), ""),
            new Named(compared.head(), ""),
            "",
            compared.sameService());
      }
      List<String> onlyBase = new ArrayList<>();
      List<String> onlyHead = new ArrayList<>();
      List<String> both = new ArrayList<>();
      for (Function<Variant, String> facet : FACETS) {
        String ofBase = facet.apply(base);
        String ofHead = facet.apply(head);
        if (!ofBase.equals(ofHead)) {
          onlyBase.add(ofBase);
          onlyHead.add(ofHead);
        } else if (!NOTHING.contains(ofBase)) {
          both.add(ofBase);
        }
      }
      TreeSet<String> components = new TreeSet<>(base.versions().keySet());
      components.addAll(head.versions().keySet());
      components.remove(TOMCAT);
      for (String name : components) {
        String was = Objects.requireNonNullElse(base.versions().get(name), "none");
        String is = Objects.requireNonNullElse(head.versions().get(name), "none");
        if (!was.equals(is)) {
          onlyBase.add(name + " " + was);
          onlyHead.add(name + " " + is);
        }
      }
      flags(base, head, onlyBase);
      flags(head, base, onlyHead);
      long shared = base.jvmFlags().stream().filter(head.jvmFlags()::contains).count();
      if (shared > 0) {
        both.add(Plural.count((int) shared, "JVM flag"));
      }
      return new VariantNames(
          new Named(compared.base(), String.join(", ", onlyBase)),
          new Named(compared.head(), String.join(", ", onlyHead)),
          String.join(", ", both),
          compared.sameService());
    }

    private static void flags(Variant variant, Variant other, List<String> only) {
      List<String> own =
          variant.jvmFlags().stream().filter(flag -> !other.jvmFlags().contains(flag)).toList();
      if (!own.isEmpty()) {
        only.add("flags " + String.join(" ", own));
      }
    }

    String shared() {
      if (sameService) {
        return "A/A, one service against itself" + (both.isEmpty() ? "." : ": " + both + ".");
      }
      return both.isEmpty() ? "" : "The same in both: " + both + ".";
    }
  }
}
