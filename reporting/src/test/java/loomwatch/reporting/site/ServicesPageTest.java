package loomwatch.reporting.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesPageTest {
  private static final SitePages PAGES = new SitePages(Path.of("../gh-pages"));

  @TempDir Path site;

  @BeforeEach
  void begin() throws Exception {
    siteIn("services/cart");
    siteIn("services/shop");
  }

  private void siteIn(String folder) throws Exception {
    Files.writeString(Files.createDirectories(site.resolve(folder)).resolve("badge.svg"), "<svg/>");
  }

  @Test
  void write_noSiteAtTheRoot_isTheFirstPage() throws Exception {
    assertThat(PAGES.writeServices(site)).contains(site.resolve("index.html"));

    assertThat(site.resolve("index.html"))
        .content()
        .containsSubsequence(
            "<a href=\"services/cart/index.html\">services/cart</a>",
            "<a href=\"services/shop/index.html\">services/shop</a>");
    assertThat(site.resolve("style.css")).exists();
    assertThat(site.resolve("app.js")).doesNotExist();
    assertThat(site.resolve("llms.txt")).as("of one site's files").doesNotExist();
  }

  @Test
  void write_siteAtTheRoot_leavesItsFirstPage() throws Exception {
    siteIn("");
    Files.writeString(site.resolve("index.html"), "mine");

    assertThat(PAGES.writeServices(site)).contains(site.resolve("services.html"));

    assertThat(site.resolve("index.html")).hasContent("mine");
  }

  @Test
  void write_folderOfAHostileName_isLeftOut() throws Exception {
    siteIn("<script>");

    PAGES.writeServices(site);

    assertThat(site.resolve("index.html")).content().doesNotContain("<script");
  }

  @Test
  void write_noSites_writesNothing(@TempDir Path empty) throws Exception {
    assertThat(PAGES.writeServices(empty)).isEmpty();
    assertThat(empty).isEmptyDirectory();
  }
}
