package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import loomwatch.harness.init.FolderSearch.DetectedBuild;
import loomwatch.harness.init.Initialisation.Draft;
import org.junit.jupiter.api.Test;

/** What is written must be read again. */
class DraftTest {
  private static final DetectedBuild FOUND =
      new DetectedBuild(
          "a jar",
          "make",
          Path.of("."),
          List.of(),
          List.of(),
          "/",
          DetectedBuild.VirtualThreads.UNKNOWN);

  @Test
  void text_pathsOfOneName_haveNamesOfTheirOwn() {
    assertThat(text("a.jar", "/items", "/items/", "/Items"))
        .contains(
            "  items: {get: /items,", "  items-2: {get: /items/,", "  items-3: {get: /Items,");
  }

  @Test
  void text_longPath_hasANameThatMayBe() {
    assertThat(text("a.jar", "/a/" + "long/".repeat(30)))
        .containsPattern("\n  a(-long)+-?(lo|lon)?: \\{")
        .doesNotContainPattern("\n  [a-z-]{61,}: ");
  }

  @Test
  void text_jarWithABlank_isOneWord() {
    assertThat(text("build/my shop.jar", "/")).contains("  start: java -jar 'build/my shop.jar'\n");
  }

  @Test
  void text_anyService_namesTheJdkThatBuiltIt() {
    assertThat(text("a.jar", "/")).contains("service:\n  jdk: 25\n  build: make\n");
  }

  /** A version catalog leaves no word of it in the build file. */
  @Test
  void ofSpringBoot_programOfUnknownKind_isStartedAsOneWithBothModes() {
    DetectedBuild found = FOUND.ofSpringBoot("3.10.0");

    assertThat(found.arguments()).containsExactly("--server.port={port}");
    assertThat(found.virtual()).isEqualTo(DetectedBuild.VirtualThreads.SPRING);
    assertThat(FOUND.ofSpringBoot("4.0.0-M1").virtual())
        .isEqualTo(DetectedBuild.VirtualThreads.SPRING);
  }

  @Test
  void ofSpringBoot_before32_hasOneMode() {
    assertThat(FOUND.ofSpringBoot("2.7.18").virtual())
        .isEqualTo(DetectedBuild.VirtualThreads.UNKNOWN);
    assertThat(FOUND.ofSpringBoot("3.1.12").virtual())
        .isEqualTo(DetectedBuild.VirtualThreads.UNKNOWN);
  }

  @Test
  void text_ofOneThatIsSlow_hasMorePatience() {
    Draft slow = new Draft(FOUND, Path.of("a.jar"), 25, List.of(), Duration.ofSeconds(75));

    assertThat(text("a.jar", "/")).contains("  ready: /\n");
    assertThat(slow.text()).contains("  ready: {path: /, within: 150 s}\n");
  }

  private static String text(String jar, String... paths) {
    List<Draft.DraftScenario> scenarios =
        List.of(paths).stream().map(path -> new Draft.DraftScenario(path, 10)).toList();
    return new Draft(FOUND, Path.of(jar), 25, scenarios, Duration.ofSeconds(30)).text();
  }
}
