package loomwatch.harness.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The site in a real browser without network, made of a seeded history. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SiteInBrowser.Opened.class)
@ResourceLock("site")
abstract class SiteInBrowser {
  static final String METRIC = "#metric?scenario=hello&metric=latency-p99";
  static final String COMPARISON = "#compare?id=run-0090";

  Tab tab;
  ServedSite site;
  private Browser browser;

  /** One for all classes: to build it takes longer than to look at it. */
  record Shared(Path folder, ServedSite site, Browser browser) implements AutoCloseable {
    static Shared start() {
      try {
        Path folder = Files.createTempDirectory("site");
        return new Shared(
            folder,
            ServedSite.start(folder),
            Browser.start(Files.createDirectories(folder.resolve("browser"))));
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      browser.close();
      site.close();
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  /** Gives each class what was opened for the first; it is closed after the last. */
  static final class Opened implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Shared.class;
    }

    @Override
    public Shared resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(SiteInBrowser.class))
          .computeIfAbsent(Shared.class, key -> Shared.start(), Shared.class);
    }
  }

  @BeforeAll
  void take(Shared shared) {
    site = shared.site();
    browser = shared.browser();
  }

  @BeforeEach
  void openTab() throws Exception {
    tab = browser.tab();
  }

  @AfterEach
  void closeTab() {
    tab.close();
  }

  void open(String hash) throws InterruptedException {
    tab.open(site.address() + hash);
  }

  /** What axe has against the page that is open. */
  JsonNode violations() throws IOException {
    String axe = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    try (InputStream stream =
        Objects.requireNonNull(SiteInBrowser.class.getResourceAsStream(axe), axe)) {
      tab.evaluate(new String(stream.readAllBytes(), StandardCharsets.UTF_8) + ";null");
    }
    return tab.evaluate(
        "axe.run(document).then(found => found.violations.map(each =>"
            + " each.id + ': ' + each.nodes.map(node => node.target + ' ' + node.failureSummary).slice(0, 3).join(' | ')))");
  }
}
