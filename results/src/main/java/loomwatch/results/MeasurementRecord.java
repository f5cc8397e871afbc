package loomwatch.results;

import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.Launch.Side;
import loomwatch.results.files.KeptMonth;
import org.jspecify.annotations.Nullable;

/**
 * The record: the file a measurement leaves, and all that judging it needs.
 *
 * @param id unique; sorts by time; a file name without its ending: up to 100 letters, digits, dots,
 *     hyphens and underscores, the first a letter or digit
 * @param createdAt when the measurement began, in a {@link KeptMonth}
 * @param fingerprint hash of everything about host and runtime that may move numbers, as {@link
 *     Fingerprint} gives it
 * @param scenarios what was asked for, {@linkplain Scenario#redacted redacted}; names are unique
 * @param launches in the order started, the invalid ones included; of each round, variant, mode and
 *     scenario at most one is valid, so that pairs are unambiguous
 * @param comparison how the variants were compared, or null when head was measured alone
 */
public record MeasurementRecord(
    int schema,
    String id,
    Instant createdAt,
    String profile,
    long seed,
    String generator,
    Host host,
    Map<String, Variant> variants,
    String fingerprint,
    List<Scenario> scenarios,
    List<Launch> launches,
    List<String> warnings,
    @Nullable Comparison comparison) {

  /** The version this code writes, and the only one it reads. */
  public static final int SCHEMA = 1;

  /** What an id is: a name for a file too. */
  public static final String ID_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  public static final String ID_MEANING =
      "1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit";

  private static final List<Set<String>> VARIANTS_TOGETHER =
      List.of(Set.of(Side.HEAD.label()), Launch.VARIANTS_COMPARED);

  public MeasurementRecord {
    Require.check(schema == SCHEMA, "schema", Integer.toString(SCHEMA), schema);
    Require.matches("id", ID_PATTERN, ID_MEANING, id);
    Require.check(KeptMonth.exists(createdAt), "createdAt", KeptMonth.YEARS, createdAt);
    Require.text("profile", profile);
    Require.text("generator", generator);
    Require.sha256("fingerprint", fingerprint);
    variants = Collections.unmodifiableMap(new TreeMap<>(variants));
    scenarios = Scenario.redacted(scenarios);
    launches = List.copyOf(launches);
    warnings = List.copyOf(warnings);
    requireVariants(variants, launches);
    Require.check(
        (comparison != null) == variants.containsKey(Side.BASE.label()),
        "comparison",
        "there when base is, and only then",
        comparison == null ? "missing" : "there");
    requireUniqueNames(scenarios);
    Launch.requireOneOfEach("round, variant, mode and scenario", launches);
  }

  private static void requireVariants(Map<String, Variant> variants, List<Launch> launches) {
    Set<String> names = variants.keySet();
    Require.check(
        VARIANTS_TOGETHER.contains(names), "variants", "those of head, or of base and head", names);
    for (Launch launch : launches) {
      Require.check(
          names.contains(launch.variant()),
          "variant of each launch",
          "among the variants",
          launch.variant());
    }
  }

  private static void requireUniqueNames(List<Scenario> scenarios) {
    Set<String> names = new HashSet<>();
    for (Scenario scenario : scenarios) {
      Require.check(
          names.add(scenario.name()), "scenarios", "of different names", "two " + scenario.name());
    }
  }

  /**
   * The same without the shape of its launches' latency, which takes most of the room and which no
   * verdict needs: percentiles are among the samples, and how many requests they are of stays.
   */
  public MeasurementRecord lean() {
    return with(launches.stream().map(Launch::lean).toList(), comparison);
  }

  public MeasurementRecord with(List<Launch> others, @Nullable Comparison compared) {
    return new MeasurementRecord(
        schema,
        id,
        createdAt,
        profile,
        seed,
        generator,
        host,
        variants,
        fingerprint,
        scenarios,
        others,
        warnings,
        compared);
  }

  public boolean has(Side variant) {
    return variants.containsKey(variant.label());
  }

  public boolean has(Metric metric) {
    return launches.stream()
        .flatMap(launch -> launch.samples().stream())
        .anyMatch(sample -> sample.metric() == metric);
  }

  public @Nullable Variant variant(Side variant) {
    return variants.get(variant.label());
  }

  /**
   * How the two variants of a record came to be compared: all that judging needs beyond the
   * launches. Variants between the two follow from their SPECs and have none of their own.
   *
   * @param sameService whether both variants are one service on purpose, to see the noise
   * @param looks when the launches may be judged, the fewest rounds first
   * @param budgetSeconds the time the looks were planned for, or null without a budget
   * @param leftOut what was not measured and why, as that the change cannot have moved it; a
   *     sentence each
   */
  public record Comparison(
      Map<String, String> specs,
      boolean sameService,
      List<Look> looks,
      @Nullable Double budgetSeconds,
      List<String> leftOut) {

    /**
     * One look at the launches so far (group-sequential, as in Pocock 1977).
     *
     * @param alpha the chance of a false positive spent at it; above 0, below 1
     */
    public record Look(int rounds, double alpha) {
      public Look {
        Require.atLeast("rounds", 1, rounds);
        Require.positive("alpha", alpha);
        Require.check(alpha < 1, "alpha", "below 1", alpha);
      }
    }

    public Comparison {
      Require.check(
          specs.keySet().equals(Launch.VARIANTS_COMPARED),
          "specs",
          "those of base and head",
          specs);
      specs = Collections.unmodifiableMap(new TreeMap<>(specs));
      looks = List.copyOf(looks);
      leftOut = List.copyOf(leftOut);
      Require.check(!looks.isEmpty(), "looks", "at least one", looks);
      for (int i = 1; i < looks.size(); i++) {
        Require.check(
            looks.get(i - 1).rounds() < looks.get(i).rounds(),
            "looks",
            "ascending in rounds",
            looks);
      }
      if (budgetSeconds != null) {
        Require.positive("budgetSeconds", budgetSeconds);
      }
    }

    /**
     * The look at which so many rounds are judged, whose α they may spend: none before the first;
     * between two looks the later one, as the earlier one's α is spent; after the last, the last.
     */
    public Optional<Look> lookAt(int rounds) {
      if (rounds < looks.getFirst().rounds()) {
        return Optional.empty();
      }
      return Optional.of(
          looks.stream()
              .filter(look -> look.rounds() >= rounds)
              .findFirst()
              .orElse(looks.getLast()));
    }

    public String spec(Side variant) {
      return specs.getOrDefault(variant.label(), "");
    }
  }
}
