package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Cause;
import loomwatch.reporting.report.MaintainerBundle.OpenCode;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaintainerBundleTest {
  private static final MeasurementRecord REGRESSED = Comparisons.regressed();
  private static final String TOMCAT = "org.apache.coyote.http11.Http11OutputBuffer.sendHeader";

  @Test
  void files_causesInBoth_nameOnlyWhatIsOpen() {
    Map<String, String> files =
        bundle(
                Optional.of("./loomwatch compare --base jdk=21 --head jdk=25"),
                Explanations.cause(TOMCAT),
                Explanations.cause("shop.Json.write"),
                Explanations.counted("/shop", "select secret", Mode.VIRTUAL),
                Explanations.live("shop.Basket", 0, 9e6))
            .files();

    assertThat(files).containsOnlyKeys("README.md", "verdict.json", "causes.json");
    assertThat(String.join("\n", files.values()))
        .doesNotContainIgnoringCase("shop")
        .doesNotContain("hello", "secret");
    assertThat(files.get("README.md"))
        .startsWith("# tomcat 10.1.59 → 11.0.27 regressed\n")
        .containsPattern("\\n- CPU per request of scenario \\d+, platform: \\+13\\.")
        .contains("`" + TOMCAT + "` explains 82 %", "- left out, as the code is not open: 3\n")
        .endsWith("    ./loomwatch compare --base jdk=21 --head jdk=25\n");
    assertThat(files.get("causes.json")).contains(TOMCAT, "\"caller\" : null", "\"leftOut\" : 3");
  }

  @Test
  void files_withoutCauses_areTheVerdictAlone() {
    assertThat(bundle(Optional.empty()).files().get("README.md"))
        .contains("None is shown.")
        .doesNotContain("Without the service");
  }

  /** A package is a team's own where its repository has a file in it, or is not known. */
  @ParameterizedTest
  @CsvSource({
    "src/main/java/shop/A.java, com.acme, com.acme.Price.of, true",
    "com/acme/A.java, com.acme, com.acme.Price.of, false",
    "src/org/apache/own/A.java, com.acme, org.apache.Any.of, false",
    "src/main/java/shop/A.java, com.acme, com.acmes.Price.of, false",
    "src/main/java/shop/A.java, com.acme, java.util.HashMap.put, true",
    "'', com.acme, java.util.HashMap.put, true",
    "'', com.acme, org.apache.Any.of, false",
  })
  void has_methodOfAPackage_isOpenUnlessTheTeamHasFilesThere(
      String file, String group, String method, boolean open) {
    List<String> files = file.isEmpty() ? List.of() : List.of(file);

    assertThat(OpenCode.without(files, List.of(group)).has(method)).isEqualTo(open);
  }

  private static MaintainerBundle bundle(Optional<String> reproduction, Cause... causes) {
    CauseReport report = Explanations.of(REGRESSED.id(), causes);
    return new MaintainerBundle(
        "tomcat 10.1.59 → 11.0.27",
        REGRESSED,
        Comparisons.judged(REGRESSED),
        Optional.of(report),
        OpenCode.without(List.of("src/main/java/shop/Shop.java"), List.of()),
        reproduction);
  }
}
