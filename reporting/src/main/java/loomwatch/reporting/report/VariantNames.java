package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * What was compared: for each variant what only it is, and once what both are.
 *
 * @param base what sets it apart, after its SPEC
 * @param head the same
 * @param both what they share; empty when unknown
 * @param sameService whether they are one service on purpose
 */
record VariantNames(Named base, Named head, String both, boolean sameService) {

  /**
   * One variant.
   *
   * @param spec as typed; empty when nothing was
   * @param apart what sets it apart; empty when nothing shows
   */
  record Named(String spec, String apart) {
    /** Both in one line. */
    String line() {
      return spec.isEmpty() || apart.isEmpty() ? spec + apart : spec + " (" + apart + ")";
    }
  }

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
      } else if (!ofBase.equals("no fault")) {
        both.add(ofBase);
      }
    }
    for (Bump bump : Bump.between(base, head)) {
      onlyBase.add(bump.ofBase());
      onlyHead.add(bump.ofHead());
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

  /** What both are, in a sentence. */
  String shared() {
    if (sameService) {
      return "A/A, one service against itself" + (both.isEmpty() ? "." : ": " + both + ".");
    }
    return both.isEmpty() ? "" : "The same in both: " + both + ".";
  }

  /**
   * A component of which base and head have different versions.
   *
   * @param base null where base has none
   * @param head null where head has none
   */
  private record Bump(String name, @Nullable String base, @Nullable String head) {
    /** That one is told by itself. */
    private static final String TOMCAT = "tomcat-embed-core";

    /** In the order of their names. */
    static List<Bump> between(Variant base, Variant head) {
      TreeSet<String> names = new TreeSet<>(base.versions().keySet());
      names.addAll(head.versions().keySet());
      List<Bump> bumps = new ArrayList<>();
      for (String name : names) {
        String was = base.versions().get(name);
        String is = head.versions().get(name);
        if (!Objects.equals(was, is) && !name.equals(TOMCAT)) {
          bumps.add(new Bump(name, was, is));
        }
      }
      return bumps;
    }

    String ofBase() {
      return name + " " + Objects.requireNonNullElse(base, "none");
    }

    String ofHead() {
      return name + " " + Objects.requireNonNullElse(head, "none");
    }
  }
}
