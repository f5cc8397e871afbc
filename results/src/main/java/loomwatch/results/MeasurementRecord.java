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
 * The record: the file of a measurement, with everything needed to judge it.
 *
 * @param id unique, sorts by time, and is a file name without ending: up to 100 letters, digits,
 *     dots, hyphens and underscores, the first a letter or digit
 * @param createdAt when the measurement began, in a {@link KeptMonth}
 * @param fingerprint hash of the environment, as in {@link Fingerprint}
 * @param scenarios as requested, {@linkplain Scenario#redacted redacted}; names are unique
 * @param launches in the order started, including invalid ones; at most one per round, variant,
 *     mode and scenario is valid, so that pairs are unambiguous
 * @param comparison how the variants were compared, or null for head alone
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

  /** The form of an id, which is also a valid file name. */
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

  /** Returns this without latency distributions, which are large and not needed to judge. */
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
   * The conditions of a comparison. Variants between the two follow from these SPECs.
   *
   * @param sameService whether both variants are the same on purpose, to show the noise
   * @param looks the interim analyses, the fewest rounds first
   * @param budgetSeconds the time that was planned for, or null without a budget
   * @param leftOut what was not measured and why, for example because the change cannot affect it;
   *     one sentence each
   */
  public record Comparison(
      Map<String, String> specs,
      boolean sameService,
      List<Look> looks,
      @Nullable Double budgetSeconds,
      List<String> leftOut) {

    /**
     * One interim analysis of the launches so far (group-sequential, as in Pocock 1977).
     *
     * @param alpha the probability of a false positive spent at it; above 0, below 1
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
     * Returns the analysis whose α applies: none before the first, and between two the later one,
     * as the earlier one's α is spent.
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
