package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Versions of a library, of which one throws exceptions and one does not build. */
@ResourceLock("cpus")
class UpgradeTest {
  private static final String POM =
      """
      <project>
        <dependencies>
          <dependency>
            <groupId>com.acme</groupId>
            <artifactId>json</artifactId>
            <version>0</version>
          </dependency>
        </dependencies>
      </project>
      """;

  /** The version is how many exceptions the service throws. */
  private static final String BUILD =
      """
      set -e
      mkdir -p made
      version=$(sed -n 's:.*<version>\\(.*\\)</version>.*:\\1:p' pom.xml)
      sed "s/VERSION/$version/" Shop.java > made/Shop.java
      javac -d classes made/Shop.java
      """;

  @TempDir Path directory;

  @Test
  void upgrade_oneVersionCostsAndOneDoesNotBuild_areNamed() throws Exception {
    Shop shop = Shop.in(directory);
    shop.write("pom.xml", POM);
    shop.write("build.sh", BUILD);
    shop.write("loomwatch.yaml", Shop.FILE.replace("javac -d classes Shop.java", "sh build.sh"));
    shop.write("Shop.java", Shop.throwing("VERSION % 10"));
    shop.commit("use a library");
    String[] command = {
      "--to=dep=com.acme:json:10",
      "--to=dep=com.acme:json:12",
      "--to=dep=com.acme:json:1x",
      "--counts",
      "--mode=virtual",
      "--out=" + directory.resolve("upgrade"),
      "--json"
    };

    Loomwatch.Ended upgrade = shop.run("upgrade", command);

    assertThat(upgrade.exitCode()).as(upgrade.err()).isEqualTo(1);
    JsonNode tried = new ObjectMapper().readTree(upgrade.out()).path("upgrades");
    assertThat(tried)
        .extracting(each -> each.path("spec").asText() + " " + each.path("exitCode").asInt())
        .element(1)
        .isEqualTo("dep=com.acme:json:12 1");
    assertThat(tried.get(1).path("why").asText()).contains("exceptions");
    assertThat(tried.get(0).path("exitCode").asInt()).isNotEqualTo(1).isLessThan(64);
    assertThat(tried.get(2).path("exitCode").asInt()).isEqualTo(66);
    assertThat(tried).hasSize(3);
    assertThat(directory.resolve("upgrade/upgrade.md"))
        .content()
        .contains("| dep=com.acme:json:12 | regressed | ")
        .contains("| dep=com.acme:json:1x | failed | made/Shop.java:", ": error: ");

    Loomwatch.Ended again = shop.run("upgrade", command);

    assertThat(again.out()).isEqualTo(upgrade.out());
    assertThat(again.err()).doesNotContain("round 1");
  }
}
