package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.Variant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeBundleTest {
  /** The server that ships is compared with what the service ran with before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tomcat=10.1.50 | tomcat=10.1.46,jdk=21.0.8+9 | tomcat=10.1.50,jdk=21.0.8+9",
        "jdk=25 | jdk=21.0.8+9 | jdk=25",
        "jdk=25,tomcat=10.1.50 | tomcat=10.1.46,jdk=21.0.8+9 | tomcat=10.1.50,jdk=25",
      })
  void sides_ofAnUpgrade_areSpecsOfTheSameVersions(String upgrade, String base, String head) {
    VariantSpec spec = VariantSpec.parse("--to", upgrade);
    Variant before =
        new Variant("a", false, "10.1.46", "21.0.8+9", "Temurin", List.of(), null, "shop@1", null);

    assertThat(UpgradeBundle.from(spec, before)).isEqualTo(base);
    assertThat(UpgradeBundle.to(spec, before)).isEqualTo(head);
    assertThat(VariantSpec.parse("--base", base)).isNotEqualTo(VariantSpec.parse("--head", head));
  }
}
