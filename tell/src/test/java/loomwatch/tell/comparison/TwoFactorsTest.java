package loomwatch.tell.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;
import loomwatch.tell.report.Comparisons;
import loomwatch.tell.report.Launches;
import loomwatch.tell.report.Runs;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What toolchain and code are called. */
class TwoFactorsTest {
  private static final Subject BASE = subject("a", "10.1.59", "21.0.8", "-XX:+UseG1GC", null);

  @Test
  void of_everythingDiffers_namesEachInItsFactor() {
    TwoFactors factors = of(subject("b", "11.0.25", "25.0.3", "-XX:+UseZGC", "cpu:5%"));

    assertThat(factors.line())
        .isEqualTo(
            "Toolchain: Tomcat 10.1.59 → 11.0.25, JDK 21.0.8 → 25.0.3, flags -XX:+UseG1GC →"
                + " -XX:+UseZGC. Code: revision a → b, handicap none → cpu:5%.");
    assertThat(factors.toolchainName()).isEqualTo("the toolchain");
  }

  @Test
  void toolchainName_oneShortThing_isThat() {
    assertThat(of(subject("b", "11.0.25", "21.0.8", "-XX:+UseG1GC", null)).toolchainName())
        .isEqualTo("Tomcat 10.1.59 → 11.0.25");
  }

  @Test
  void of_recordOfHeadAlone_isUnknown() {
    assertThat(TwoFactors.of(Runs.typical()).line())
        .isEqualTo("Toolchain: unknown. Code: unknown.");
  }

  private static TwoFactors of(Subject head) {
    MeasurementRecord record =
        Runs.record(
            List.of(),
            new Launches(),
            List.of(),
            Map.of("base", BASE, "head", head),
            Comparisons.looks(6, 12));
    return TwoFactors.of(record);
  }

  private static Subject subject(
      String revision, String tomcat, String jdk, String flag, @Nullable String handicap) {
    return new Subject(
        revision, false, tomcat, jdk, "Temurin", List.of("-Xmx512m", flag), handicap);
  }
}
