package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@code llms.txt} says what is at which address of a site. */
@ResourceLock("site")
class SiteAddressesTest {
  private static final Pattern ADDRESS =
      Pattern.compile("(?:`|\\]\\()([\\w/.]+\\.(?:json|svg|txt|atom|html))(?:`|\\))");

  /** What a page loads by itself, and this file. */
  private static final Set<String> OF_PAGES =
      Set.of("app.js", "style.css", "icon.svg", ".nojekyll", "llms.txt");

  @TempDir Path directory;
  private ServedSite site;

  @BeforeEach
  void build() throws IOException {
    site = ServedSite.start(directory);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void llms_ofASite_namesEveryFileAndNoOther() throws IOException {
    Set<String> named = new TreeSet<>();
    ADDRESS
        .matcher(Files.readString(site.historyFolder().resolve("llms.txt")))
        .results()
        .forEach(found -> named.add(found.group(1)));
    Set<String> files = files(site.historyFolder());
    Set<String> every = new TreeSet<>(files);
    every.addAll(files(site.folder())); // it has studies, and no history

    assertThat(named)
        .hasSizeGreaterThan(10)
        .allSatisfy(address -> assertThat(every).anyMatch(form(address)::matches));
    assertThat(files)
        .filteredOn(file -> !OF_PAGES.contains(file))
        .allSatisfy(
            file -> assertThat(named).anyMatch(address -> file.matches(form(address).pattern())));
  }

  @Test
  void list_ofSeries_isThatOfTheOverview() throws IOException {
    Path folder = site.historyFolder();
    JsonNode overview = new ObjectMapper().readTree(folder.resolve("data/overview.json").toFile());

    List<String> listed = Files.readAllLines(folder.resolve("series/list.txt"));

    assertThat(listed)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(overview.findValuesAsText("embed"))
        .allSatisfy(slug -> assertThat(folder.resolve("series/" + slug + ".svg")).exists());
    assertThat(new ObjectMapper().readTree(folder.resolve("site.schema.json").toFile()).path("$id"))
        .hasToString("\"urn:loomwatch:site:1\"");
  }

  private static Form form(String address) {
    return new Form(
        address
            .replace(".", "\\.")
            .replaceAll("\\b(SLUG|ID)\\b", "[^/]+")
            .replaceAll("\\b[NS]\\b", "\\\\d+"));
  }

  private record Form(String pattern) {
    boolean matches(String file) {
      return file.matches(pattern);
    }
  }

  private static Set<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Set<String> found = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .forEach(file -> found.add(folder.relativize(file).toString()));
      return found;
    }
  }
}
