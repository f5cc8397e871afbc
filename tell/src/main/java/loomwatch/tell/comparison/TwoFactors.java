package loomwatch.tell.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;
import loomwatch.tell.run.Summary;
import org.jspecify.annotations.Nullable;

/**
 * What differs between base and head, in the two factors a change is attributed to.
 *
 * @param toolchain such as {@code Tomcat 10.1.59 → 11.0.25}
 * @param code such as {@code revision 5f0e3b7a → 360e5a0c}
 */
record TwoFactors(List<String> toolchain, List<String> code) {
  /** Longer than this it is not said again and again. */
  private static final int SHORT = 30;

  TwoFactors {
    toolchain = List.copyOf(toolchain);
    code = List.copyOf(code);
  }

  static TwoFactors of(MeasurementRecord record) {
    Subject base = record.subject(Arm.BASE);
    Subject head = record.subject(Arm.HEAD);
    if (base == null || head == null) {
      return new TwoFactors(List.of(), List.of());
    }
    List<String> toolchain = new ArrayList<>();
    note(toolchain, "Tomcat ", base.tomcat(), head.tomcat());
    Bump.between(base, head)
        .forEach(bump -> note(toolchain, bump.name() + " ", bump.base(), bump.head()));
    note(toolchain, "JDK ", jdk(base, head), jdk(head, base));
    note(toolchain, "flags ", flags(base, head), flags(head, base));
    List<String> code = new ArrayList<>();
    note(code, "revision ", revision(base), revision(head));
    note(code, "handicap ", base.handicap(), head.handicap());
    return new TwoFactors(toolchain, code);
  }

  private static String revision(Subject subject) {
    return Summary.revision(subject).replaceFirst("^revision ", "");
  }

  /** Its version, and its vendor where only that differs. */
  private static String jdk(Subject subject, Subject other) {
    return subject.jdk().equals(other.jdk())
        ? subject.jdk() + " (" + subject.jdkVendor() + ")"
        : subject.jdk();
  }

  /** Those that the other has not. */
  private static @Nullable String flags(Subject subject, Subject other) {
    List<String> own =
        subject.jvmFlags().stream().filter(flag -> !other.jvmFlags().contains(flag)).toList();
    return own.isEmpty() ? null : String.join(" ", own);
  }

  private static void note(
      List<String> changed, String what, @Nullable String base, @Nullable String head) {
    if (!Objects.equals(base, head)) {
      changed.add(
          what
              + Objects.requireNonNullElse(base, "none")
              + " → "
              + Objects.requireNonNullElse(head, "none"));
    }
  }

  /** All of it in one line. */
  String line() {
    return "Toolchain: " + all(toolchain) + ". Code: " + all(code) + ".";
  }

  private static String all(List<String> changed) {
    return changed.isEmpty() ? "unknown" : String.join(", ", changed);
  }

  /** The toolchain by what changed of it, if that is one short thing. */
  String toolchainName() {
    return toolchain.size() == 1 && toolchain.getFirst().length() <= SHORT
        ? toolchain.getFirst()
        : "the toolchain";
  }
}
