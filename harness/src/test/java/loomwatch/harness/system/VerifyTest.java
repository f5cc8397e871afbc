package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A proposed fix, measured against the base of the regression that it is to restore. */
@ResourceLock("cpus")
class VerifyTest {
  @TempDir Path directory;
  private Shop shop;
  private Path run;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    shop.write("Shop.java", Shop.throwing("4"));
    shop.commit("throw more");
    run = directory.resolve("compared");
    Loomwatch.Ended compare =
        shop.run(
            "compare",
            "--base=main~1",
            "--head=main",
            "--counts",
            "--mode=virtual",
            "--out=" + run);
    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(1);
  }

  @Test
  void verify_patchThatUndoesHalf_restoresHalf() throws Exception {
    shop.write("Shop.java", Shop.throwing("2"));
    Path patch = directory.resolve("fix.patch");
    shop.write("../fix.patch", Loomwatch.git(shop.folder(), "diff") + "\n");

    Loomwatch.Ended verify = shop.run("verify", "--fix=" + patch, "--json", run.toString());

    assertThat(verify.exitCode()).as(verify.err()).isEqualTo(1);
    JsonNode fix = new ObjectMapper().readTree(verify.out());
    assertThat(fix.path("restored"))
        .filteredOn(line -> line.path("metric").asText().equals("exceptions"))
        .singleElement()
        .satisfies(line -> {
          assertThat(line.path("restoredPercent").asDouble()).isEqualTo(50);
          assertThat(line.path("interval").isNull()).isTrue();
        });
    assertThat(run.resolve("fix-1/fix.json")).content().isEqualTo(verify.out());
    Loomwatch.Ended again =
        shop.run("verify", "--fix=" + run.resolve("fix-1"), "--json", run.toString());
    assertThat(again.exitCode()).as(again.err()).isEqualTo(1);
    assertThat(again.out()).isEqualTo(verify.out());
    Path file = run.resolve("fix-1/record.json");
    ObjectNode record = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    ((ObjectNode) record.at("/variants/base")).put("tomcat", "9.0.1");
    Files.writeString(file, record.toString());
    Loomwatch.Ended other = shop.run("verify", "--fix=" + run.resolve("fix-1"), run.toString());
    assertThat(other.exitCode()).isEqualTo(64);
    assertThat(other.err()).contains("must compare the same base as the loss");
    assertThat(Loomwatch.git(shop.folder(), "log", "--format=%s", "--all"))
        .isEqualTo("throw more\nsell");
  }

  @Test
  void verify_revisionThatRestoresAll_passes() throws Exception {
    shop.write("Shop.java", Shop.throwing("0"));
    shop.commit("throw less");

    Loomwatch.Ended verify = shop.run("verify", "--fix=main", run.toString());

    assertThat(verify.exitCode()).as(verify.err()).isZero();
    assertThat(verify.out())
        .contains("The fix restores 100 % of the loss: items with virtual threads, ")
        .contains("nothing is worse than base with the fix.");
  }

  @Test
  void verify_revisionThatIsBase_measuresNothing() throws Exception {
    Loomwatch.Ended verify = shop.run("verify", "--fix=main~1", run.toString());

    assertThat(verify.exitCode()).as(verify.err()).isZero();
    assertThat(verify.out()).contains("all of the loss is restored");
  }

  @Test
  void verify_patchThatDoesNotApply_saysWhatGitSays() throws Exception {
    shop.write(
        "../fix.patch", "--- a/Shop.java\n+++ b/Shop.java\n@@ -1 +1 @@\n-no such line\n+another\n");

    Loomwatch.Ended verify =
        shop.run("verify", "--fix=" + directory.resolve("fix.patch"), run.toString());

    assertThat(verify.exitCode()).isEqualTo(65);
    assertThat(verify.err()).contains("fix.patch must apply to ", "git says: error: ");
  }
}
