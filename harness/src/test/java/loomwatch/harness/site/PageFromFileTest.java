package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that are opened without a server. */
class PageFromFileTest extends SiteInBrowser {
  @ParameterizedTest
  @ValueSource(strings = {"run-0089", "run-0090"})
  void pageOfOneRecord_openedFromAFile_showsItWithoutAServer(String id) throws Exception {
    Path run = site.run(id);
    MeasurementRecord record = StoredRecord.read(run.resolve("record.json")).record();
    Verdict verdict =
        VerdictJson.read(Files.readString(run.resolve("verdict.json")), "verdict.json");
    Path page = run.resolve("page.html");
    Files.writeString(
        page, new SitePages(Path.of("../gh-pages")).single(record, verdict, SeededHistory.HOSTILE));

    tab.open(page.toUri().toString());

    assertThat(tab.text()).contains("Latency spectrum", SeededHistory.HOSTILE, "Example CPU");
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requested()).filteredOn(address -> address.startsWith("http")).isEmpty();
    assertThat(tab.evaluate("document.querySelectorAll('.chart svg').length").asInt())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void site_openedFromAFile_saysWhatToDo() throws Exception {
    tab.open(site.folder().resolve("index.html").toUri().toString());

    assertThat(tab.text()).contains("Run ./loomwatch site --serve and open the address it prints.");
  }
}
