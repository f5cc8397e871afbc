package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Of which more is better: the page tells what the figure did, and draws worse to the right. */
class CapacityBrowserTest extends SiteInBrowser {
  @Test
  void comparison_ofWhatGotWorse_saysThatItFell() throws Exception {
    Path runs = site.folder().resolve("data/runs");
    String worse = Files.readString(runs.resolve("run-0090.json"));
    Files.writeString(runs.resolve("borne.json"), worse.replace("latency-p99", "capacity"));

    open("#compare?id=borne");

    assertThat(changeOf("capacity virtual")).startsWith("\u22121");
    assertThat(
            tab.evaluate("document.querySelector('.forest .regressed circle').cx.baseVal.value")
                .asDouble())
        .as("right of the middle")
        .isGreaterThan(130);
  }

  private String changeOf(String line) throws Exception {
    return tab.evaluate(
            "[...document.querySelectorAll('.forest tbody tr')].find(row => row.innerText.includes('"
                + line
                + "')).querySelector('td.number').innerText")
        .asText();
  }
}
