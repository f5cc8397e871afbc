package loomwatch.reporting.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages' sources keep to, and how they are joined. */
class SitePagesTest {
  private static final Path SOURCES = Path.of("../gh-pages");

  @TempDir Path directory;

  @Test
  void script_ofModules_putsEachAfterThoseItImportsInAScopeOfItsOwn() throws IOException {
    write("main", "import { b } from \"./b.js\";\nimport { a } from \"./a.js\";\nb();\n");
    write("b", "import { a } from \"./a.js\";\nexport function b() {}\n");
    write(
        "a",
        "/** Of a\n * file. */\nconst own = 1; // own\n  // apart\nexport const a = own;\nexport class C {}\n");

    assertThat(new SitePages(directory).script())
        .isEqualTo(
            """
            "use strict";
            (() => {
            const aModule = (() => {
            const own = 1; // own
            const a = own;
            class C {}
            return { a, C };
            })();
            const bModule = (() => {
            const { a } = aModule;
            function b() {}
            return { b };
            })();
            const mainModule = (() => {
            const { b } = bModule;
            const { a } = aModule;
            b();
            return {  };
            })();
            })();
            """);
  }

  /** Such as would lose its indentation, or what looks like a comment. */
  @Test
  void modules_haveNoTextOverALinesEnd() {
    assertThat(lines())
        .allMatch(line -> line.chars().filter(c -> c == '`').count() % 2 == 0)
        .noneMatch(line -> line.matches(".*\\*/.+"))
        .noneMatch(line -> line.matches(" *\\S.*/\\*\\*.*"));
  }

  @Test
  void modules_useOnlyTheFormsThatAreJoined() {
    assertThat(lines())
        .filteredOn(line -> line.startsWith("import ") || line.startsWith("export "))
        .isNotEmpty()
        .allMatch(line ->
            line.matches("import \\{[^}]*} from \"\\./[a-z]+\\.js\";")
                || line.matches("export (async )?(function|const|class) \\w+.*"));
  }

  /** Whoever writes HTML from data has to escape it; here nobody can. */
  @Test
  void modules_neverMakeMarkupOrCodeOfText() {
    assertThat(lines())
        .noneMatch(line ->
            line.matches(
                ".*(innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|eval\\(|new"
                    + " Function|srcdoc|\\.style\\b).*"));
  }

  @Test
  void sources_nameNoOtherOrigin() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      assertThat(files.toList())
          .allSatisfy(file ->
              assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
                  .as(file.toString())
                  .doesNotContain("http:", "https:", "//cdn"));
    }
  }

  private void write(String module, String source) throws IOException {
    Files.writeString(directory.resolve(module + ".js"), source);
  }

  private static List<String> lines() {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".js"))
          .flatMap(SitePagesTest::linesOf)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
