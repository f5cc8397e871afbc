package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.Variant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeBundleTest {
  @TempDir Path folder;

  /** A second library may be a team's own, which the first one's maintainers must not read of. */
  @ParameterizedTest
  @CsvSource({
    "tomcat=10.1.50, true",
    "boot=3.5.6, true",
    "dep=com.zaxxer:HikariCP:7.0.2, true",
    "dep=com.acme.pricing:core:2.0.0 com.zaxxer:HikariCP:7.0.2, false",
    "'tomcat=10.1.50,jdk=25', false",
    "'jdk=25,dep=com.acme.pricing:core:2.0.0', false",
  })
  void isDue_upgrade_isOfOneVersionAlone(String upgrade, boolean due) {
    UpgradeBundle bundle =
        new UpgradeBundle(
            new Installation(folder, Optional.empty(), folder),
            VariantSpec.parse("--to", upgrade),
            new RunDirectory(folder),
            "--counts");

    assertThat(bundle.isDue()).isEqualTo(due);
  }

  /** The server that ships is compared with what the service ran with before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tomcat=10.1.50 | tomcat=10.1.46,jdk=21.0.8+9 | tomcat=10.1.50,jdk=21.0.8+9",
        "jdk=25 | jdk=21.0.8+9 | jdk=25",
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
