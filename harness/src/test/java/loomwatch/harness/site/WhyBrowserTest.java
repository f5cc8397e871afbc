package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the site says why something got worse. */
class WhyBrowserTest extends SiteInBrowser {

  @ParameterizedTest
  @ValueSource(strings = {"#compare?id=run-0090", "#bumps"})
  void page_ofWhatGotWorse_saysWhyAsText(String hash) throws Exception {
    tab.open(site.address() + hash);

    assertThat(tab.evaluate("document.querySelector('.whys li').textContent").asText())
        .startsWith("Why: +1.00 µs of CPU a request (hello, virtual): ")
        .contains("</script>", "explains 82 % [74–90]");
    assertThat(tab.evaluate("document.querySelectorAll('img, main script').length").asInt())
        .isZero();
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void comparison_withAFlameGraph_linksIt() throws Exception {
    tab.open(site.address() + "#compare?id=run-0090");

    String link = "document.querySelector('a[href^=\"data/flames/\"]').getAttribute('href')";
    assertThat(site.folder().resolve(tab.evaluate(link).asText()))
        .content()
        .contains("<title>Flames</title>");
  }
}
