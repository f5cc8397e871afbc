package loomwatch.harness.site;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The site in a real browser without network, made of a seeded history. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SiteInBrowser {
  static final String METRIC = "#metric?scenario=hello&metric=latency-p99";
  static final String COMPARISON = "#compare?id=run-0090";

  ServedSite site;
  Tab tab;
  private Browser browser;

  @BeforeAll
  void buildAndServe(@TempDir Path given) throws Exception {
    site = ServedSite.start(given);
    browser = Browser.start(Files.createDirectories(given.resolve("browser")));
  }

  @BeforeEach
  void openTab() throws Exception {
    tab = browser.tab();
  }

  @AfterEach
  void closeTab() {
    tab.close();
  }

  @AfterAll
  void stop() {
    browser.close();
    site.close();
  }

  void open(String hash) throws InterruptedException {
    tab.open(site.address() + hash);
  }
}
