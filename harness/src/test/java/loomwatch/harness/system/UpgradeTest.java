package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Versions of a library, of which one throws exceptions and one does not build. */
@ResourceLock("cpus")
class UpgradeTest {
  @TempDir Path directory;

  @Test
  void upgrade_oneVersionCostsAndOneDoesNotBuild_areNamed() throws Exception {
    Shop shop = Shop.in(directory);
    shop.useLibrary("1.0.0", "");
    String[] command = {
      "--to=dep=com.acme:json:1.1.0",
      "--to=dep=com.acme:json:1.0.2",
      "--to=dep=com.acme:json:1.0.x",
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
        .isEqualTo("dep=com.acme:json:1.0.2 1");
    assertThat(tried.get(1).path("why").asText()).contains("exceptions");
    assertThat(tried.get(0).path("exitCode").asInt()).isNotEqualTo(1).isLessThan(64);
    assertThat(tried.get(2).path("exitCode").asInt()).isEqualTo(66);
    assertThat(tried).hasSize(3);
    assertThat(directory.resolve("upgrade/upgrade.md"))
        .content()
        .contains("| dep=com.acme:json:1.0.2 | regressed | ")
        .contains("| dep=com.acme:json:1.0.x | failed | made/Shop.java:", ": error: ");

    assertThat(bundled(Path.of(tried.get(1).path("directory").asText())))
        .contains(
            "# com.acme:json 1.0.2 regressed",
            "exceptions per request of scenario 1, virtual: 0 → 2")
        .contains("verdict.json", "\"metric\" : \"exceptions\"")
        .doesNotContain("items")
        .doesNotContainIgnoringCase("shop");

    Loomwatch.Ended again = shop.run("upgrade", command);

    assertThat(again.out()).isEqualTo(upgrade.out());
    assertThat(again.err()).doesNotContain("round 1");
  }

  /** A Maven that knows releases, and one that is not finished. */
  @Test
  void upgrade_withoutTo_looksForNewerVersionsByTheBuildsMaven() throws Exception {
    Shop shop = Shop.in(directory);
    shop.useLibrary("1.0.0", "2.0.0-M1 1.0.0 2.0.1 1.1.0 1.0.2 0.9 2.0.0");

    Loomwatch.Ended list = shop.call("upgrade", "--dep=com.acme:json", "--list");

    assertThat(list.exitCode()).as(list.err()).isZero();
    assertThat(list.out().lines().filter(line -> !line.startsWith("jdk=")))
        .containsExactly(
            "dep=com.acme:json:1.0.2", "dep=com.acme:json:1.1.0", "dep=com.acme:json:2.0.1");
    assertThat(list.err()).contains("newer versions: ", "com.acme:json 1.0.0 → 1.0.2, ");

    Loomwatch.Ended late =
        shop.call(
            "upgrade",
            "--dep=com.acme:json",
            "--budget=1s",
            "--out=" + directory.resolve("upgrade"));

    assertThat(late.exitCode()).as(late.err()).isZero();
    assertThat(late.out()).contains("| dep=com.acme:json:1.1.0 | not tried | budget |");
  }

  /** Returns names and texts of what maintainers get. */
  private static String bundled(Path comparison) throws IOException {
    StringBuilder all = new StringBuilder();
    try (ZipInputStream zip =
        new ZipInputStream(Files.newInputStream(comparison.resolve("bundle.zip")))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        all.append(entry.getName()).append(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return all.toString();
  }
}
