package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.reporting.report.ComparisonBasis.VariantNames;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class VariantNamesTest {
  private static final String REVISION = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  @Test
  void of_runtimeBump_namesOnlyTheRuntime() {
    VariantNames names =
        names(
            variant("10.1.59", "21.0.9", List.of("-Xmx1g"), null),
            variant("11.0.25", "25.0.3", List.of("-Xmx1g"), null),
            false);

    assertThat(names.base().line()).isEqualTo("B (Tomcat 10.1.59, JDK 21.0.9 (Temurin))");
    assertThat(names.head().line()).isEqualTo("H (Tomcat 11.0.25, JDK 25.0.3 (Temurin))");
    assertThat(names.shared()).isEqualTo("The same in both: revision c0a4cbed, 1 JVM flag.");
  }

  @Test
  void of_extraFlagAndFault_namesThem() {
    VariantNames names =
        names(
            variant("11.0.25", "25.0.3", List.of("-Xmx1g"), null),
            variant("11.0.25", "25.0.3", List.of("-Xmx1g", "-XX:+UseZGC"), "cpu:20%"),
            false);

    assertThat(names.base().line()).isEqualTo("B (no fault)");
    assertThat(names.head().line()).isEqualTo("H (fault cpu:20%, flags -XX:+UseZGC)");
    assertThat(names.shared())
        .isEqualTo(
            "The same in both: revision c0a4cbed, Tomcat 11.0.25, JDK 25.0.3 (Temurin), 1 JVM flag.");
  }

  @Test
  void of_bumpsOfAService_namesEachAndTomcatOnce() {
    VariantNames names =
        names(
            service("10.1.59", Map.of("tomcat-embed-core", "10.1.59", "h2", "2", "jedis", "5")),
            service(
                "11.0.25", Map.of("tomcat-embed-core", "11.0.25", "h2", "2", "postgresql", "42.7")),
            false);

    assertThat(names.base().line()).isEqualTo("B (Tomcat 10.1.59, jedis 5, postgresql none)");
    assertThat(names.head().line()).isEqualTo("H (Tomcat 11.0.25, jedis none, postgresql 42.7)");
  }

  private static Variant service(String tomcat, Map<String, String> components) {
    return new Variant(
        REVISION, false, tomcat, "25", "Temurin", List.of(), null, "shop@1", components);
  }

  @Test
  void of_oneVariant_saysSo() {
    Variant variant = variant("11.0.25", "25.0.3", List.of(), null);
    VariantNames names = names(variant, variant, true);

    assertThat(names.base().line()).isEqualTo("B");
    assertThat(names.shared())
        .isEqualTo(
            "A/A, one service against itself: revision c0a4cbed, Tomcat 11.0.25, JDK 25.0.3"
                + " (Temurin).");
  }

  private static VariantNames names(Variant base, Variant head, boolean sameService) {
    return VariantNames.of(
        new Compared("B", "H", sameService, 6, 0.02, List.of()),
        Runs.record(
            List.of(),
            new Launches(),
            List.of(),
            Map.of("base", base, "head", head),
            Comparisons.looks(6, 12)));
  }

  private static Variant variant(
      String tomcat, String jdk, List<String> flags, @Nullable String fault) {
    return new Variant(REVISION, false, tomcat, jdk, "Temurin", flags, fault, null, null);
  }
}
