package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * What was compared: for each arm what only it is, and once what both are.
 *
 * @param base what sets it apart, after its SPEC
 * @param head the same
 * @param both what they share; empty when unknown
 * @param sameSubject whether they are one subject on purpose
 */
record ArmNames(Named base, Named head, String both, boolean sameSubject) {

  /**
   * One arm.
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

  private static final List<Function<Subject, String>> FACETS =
      List.of(
          Summary::revision,
          subject -> "Tomcat " + subject.tomcat(),
          subject -> "JDK " + subject.jdk() + " (" + subject.jdkVendor() + ")",
          subject -> subject.handicap() == null ? "no handicap" : "handicap " + subject.handicap());

  static ArmNames of(Compared compared, MeasurementRecord record) {
    Subject base = record.subject(Arm.BASE);
    Subject head = record.subject(Arm.HEAD);
    if (base == null || head == null) {
      return new ArmNames(
          new Named(compared.base(), ""),
          new Named(compared.head(), ""),
          "",
          compared.sameSubject());
    }
    List<String> onlyBase = new ArrayList<>();
    List<String> onlyHead = new ArrayList<>();
    List<String> both = new ArrayList<>();
    for (Function<Subject, String> facet : FACETS) {
      String ofBase = facet.apply(base);
      String ofHead = facet.apply(head);
      if (!ofBase.equals(ofHead)) {
        onlyBase.add(ofBase);
        onlyHead.add(ofHead);
      } else if (!ofBase.equals("no handicap")) {
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
    return new ArmNames(
        new Named(compared.base(), String.join(", ", onlyBase)),
        new Named(compared.head(), String.join(", ", onlyHead)),
        String.join(", ", both),
        compared.sameSubject());
  }

  private static void flags(Subject subject, Subject other, List<String> only) {
    List<String> own =
        subject.jvmFlags().stream().filter(flag -> !other.jvmFlags().contains(flag)).toList();
    if (!own.isEmpty()) {
      only.add("flags " + String.join(" ", own));
    }
  }

  /** What both are, in a sentence. */
  String shared() {
    if (sameSubject) {
      return "A/A, one subject against itself" + (both.isEmpty() ? "." : ": " + both + ".");
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
    static List<Bump> between(Subject base, Subject head) {
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
