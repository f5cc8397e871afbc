package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages' sources are written as Prettier writes them, and TypeScript finds no fault in them:
 * what google-java-format and Error Prone are for Java. Both come from Maven's repository and run
 * in the browser of the other tests.
 *
 * <p>{@code mvn verify -pl :harness -am -Dtest=SiteSourcesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dloomwatch.pages=format} writes them again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SiteSourcesTest {
  private static final Path SOURCES = Path.of("../gh-pages");
  private static final int MOST_LINES = 300;
  private static final List<String> PRETTIER =
      List.of("standalone.js", "plugins/babel.js", "plugins/estree.js");

  private final ObjectMapper json = new ObjectMapper();
  private Browser browser;
  private Tab tab;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    for (String script : PRETTIER) {
      copy("prettier", script, folder);
    }
    copy("typescript", "lib/typescript.js", folder);
    Files.writeString(folder.resolve("libs.js"), "const libs = " + text(declarations()));
    Files.copy(
        Objects.requireNonNull(SiteSourcesTest.class.getResourceAsStream("sources.js")),
        folder.resolve("sources.js"));
    Files.writeString(folder.resolve("index.html"), page());
    browser = Browser.start(folder);
    tab = browser.tab();
    tab.open(folder.resolve("index.html").toUri().toString());
  }

  @AfterAll
  void stop() {
    browser.close();
  }

  @Test
  void sources_areAsPrettierWritesThem() throws IOException {
    for (Map.Entry<String, String> source : sources().entrySet()) {
      String formatted = tab.evaluate("formatted(" + text(source.getValue()) + ")").asText();
      if ("format".equals(System.getProperty("loomwatch.pages"))) {
        Files.writeString(SOURCES.resolve(source.getKey()), formatted);
      } else {
        assertThat(source.getValue())
            .as("gh-pages/%s; -Dloomwatch.pages=format writes it again", source.getKey())
            .isEqualTo(formatted);
      }
    }
  }

  /** A check that finds nothing may be one that does not look, so faults are put in. */
  @Test
  void sources_haveNoFaultThatTypesTell() throws IOException {
    Map<String, String> sources = sources();
    sources.put("odd.js", "import { gone } from \"./dom.js\";\nconst unused = \"\".gone;\n");

    assertThat(faults(sources))
        .allMatch(fault -> fault.startsWith("odd.js:"))
        .anyMatch(fault -> fault.matches("odd.js:1: .*has no exported member .*gone.*"))
        .anyMatch(fault -> fault.matches("odd.js:2: 'unused' is declared .* never read."))
        .anyMatch(fault -> fault.matches("odd.js:2: Property 'gone' does not exist .*"));
  }

  @Test
  void sources_haveAtMost300Lines() throws IOException {
    assertThat(sources().values()).allMatch(source -> source.lines().count() <= MOST_LINES);
  }

  private List<String> faults(Map<String, String> sources) {
    JsonNode found = tab.evaluate("faults(" + text(sources) + ")");
    return found.valueStream().map(JsonNode::asText).toList();
  }

  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return texts(files.filter(file -> file.toString().endsWith(".js")));
    }
  }

  private static Map<String, String> declarations() throws IOException {
    try (FileSystem jar = jar("typescript");
        Stream<Path> files = Files.list(folder(jar, "typescript").resolve("lib"))) {
      return texts(files.filter(file -> file.getFileName().toString().matches("lib\\..*d\\.ts")));
    }
  }

  private static Map<String, String> texts(Stream<Path> files) {
    return files.collect(
        Collectors.toMap(
            file -> file.getFileName().toString(),
            SiteSourcesTest::read,
            (one, other) -> one,
            TreeMap::new));
  }

  private static void copy(String name, String script, Path to) throws IOException {
    try (FileSystem jar = jar(name)) {
      Path from = folder(jar, name).resolve(script);
      Files.copy(from, to.resolve(from.getFileName().toString()));
    }
  }

  private static FileSystem jar(String name) throws IOException {
    String inside = "/META-INF/maven/org.webjars.npm/" + name + "/pom.xml";
    String url =
        Objects.requireNonNull(SiteSourcesTest.class.getResource(inside), inside).toString();
    return FileSystems.newFileSystem(URI.create(url.substring(0, url.indexOf('!'))), Map.of());
  }

  /** Of the one version that it has. */
  private static Path folder(FileSystem jar, String name) throws IOException {
    try (Stream<Path> versions = Files.list(jar.getPath("/META-INF/resources/webjars", name))) {
      return versions.findFirst().orElseThrow();
    }
  }

  private static String page() {
    return Stream.of(
            "standalone.js", "babel.js", "estree.js", "typescript.js", "libs.js", "sources.js")
        .map(script -> "<script src=\"" + script + "\"></script>\n")
        .collect(
            Collectors.joining(
                "", "<!doctype html><meta charset=\"utf-8\"><main><h1>Sources</h1></main>\n", ""));
  }

  private String text(Object value) {
    try {
      return json.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: texts have a JSON form", e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
