package loomwatch.reporting.site;

import static loomwatch.reporting.site.Reports.SEEN;
import static loomwatch.reporting.site.Reports.alert;
import static loomwatch.reporting.site.Reports.at;
import static loomwatch.reporting.site.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.site.AlertFiles.Badge;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.TrendReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class AlertFilesTest {
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final Instant CONFIRMED = Instant.parse("2026-11-05T04:00:00Z");

  @TempDir Path site;
  private String address = "./";

  @Test
  void feed_ofHostileTexts_isWellFormedAndShowsThemAsText() throws Exception {
    Document feed =
        feed(report(Outcome.INCONCLUSIVE, alert("0123456789ab", Status.SUSPECTED, null)));

    assertThat(texts(feed, "title"))
        .containsExactly(
            "Loomwatch: performance alerts",
            "suspected: hello virtual latency-p99 +15.0 % since 22222222"
                + " “]]></title><script>alert(1)</script> & �� � <!--”");
    assertThat(texts(feed, "content").getFirst())
        .startsWith("Status: suspected.\nLast good: 11111111 “fine”.\nFirst bad: 22222222 “]]>")
        .endsWith("To measure again: ./loomwatch compare --base ref=1 --head ref=2");
    assertThat(feed.getElementsByTagName("script").getLength()).isZero();
  }

  @Test
  void feed_ofAnAlert_hasWhatRfc4287Requires() throws Exception {
    Document feed =
        feed(report(Outcome.INCONCLUSIVE, alert("0123456789ab", Status.SUSPECTED, null)));
    Element root = feed.getDocumentElement();

    assertThat(root.getNamespaceURI()).isEqualTo(ATOM);
    assertThat(texts(feed, "id")).hasSize(2).allMatch(id -> id.matches("urn:uuid:[0-9a-f-]{36}"));
    assertThat(texts(feed, "updated")).containsExactly(SEEN.toString(), SEEN.toString());
    assertThat(texts(feed, "name")).containsExactly("Loomwatch");
    assertThat(attributes(feed, "link", "href"))
        .containsExactly("./alerts.atom", "./#alerts", "./#alerts");
  }

  @Test
  void feed_ofASiteWithAnAddress_linksThere() throws Exception {
    address = "https://acme.github.io/shop/";

    Document feed =
        feed(report(Outcome.INCONCLUSIVE, alert("0123456789ab", Status.SUSPECTED, null)));

    assertThat(attributes(feed, "link", "href"))
        .containsExactly(address + "alerts.atom", address + "#alerts", address + "#alerts");
  }

  @Test
  void entry_onceConfirmed_keepsItsIdAndIsNews() throws Exception {
    Document before =
        feed(report(Outcome.INCONCLUSIVE, alert("0123456789ab", Status.SUSPECTED, null)));
    Document after =
        feed(report(Outcome.REGRESSED, alert("0123456789ab", Status.CONFIRMED, "again-1")));

    assertThat(texts(after, "id")).isEqualTo(texts(before, "id"));
    assertThat(texts(after, "updated")).containsExactly(CONFIRMED.toString(), CONFIRMED.toString());
    assertThat(texts(after, "published")).containsExactly(SEEN.toString());
    assertThat(texts(after, "title").getLast()).startsWith("confirmed: hello");
  }

  @Test
  void feed_onceAnEarlierCommitIsBackfilled_keepsItsId() throws Exception {
    TrendReport report = report(Outcome.PASS, List.of(), List.of());
    HistoryEntry first =
        HistoryEntry.imported("first", SEEN, Provenance.of("1".repeat(40)), "host", List.of());
    HistoryEntry earlier =
        HistoryEntries.ofUnmeasuredBackfill(
            CONFIRMED,
            Provenance.of("0".repeat(40)),
            "1".repeat(40),
            new Unmeasured("all", Unmeasured.Cause.FAILED));

    assertThat(texts(feed(report, history(earlier, first)), "id"))
        .isEqualTo(texts(feed(report, history(first)), "id"))
        .isNotEqualTo(texts(feed(report, history(earlier)), "id"));
  }

  @Test
  void feed_ofASeriesThatIsGone_tellsOfIt() throws Exception {
    MissingData gone =
        new MissingData("hello", "virtual", "pinned", at(1, "good"), "not in the last run");

    Document feed = feed(report(Outcome.INVALID, List.of(), List.of(gone)));

    assertThat(texts(feed, "title")).contains("data missing: hello virtual pinned");
  }

  @Test
  void feed_ofNothing_isAFeed() throws Exception {
    Document feed = feed(report(Outcome.PASS, List.of(), List.of()));

    assertThat(texts(feed, "updated")).containsExactly("1970-01-01T00:00:00Z");
    assertThat(feed.getElementsByTagNameNS(ATOM, "entry").getLength()).isZero();
  }

  @Test
  void badge_ofEachState_saysTheWorst() {
    assertThat(message(report(Outcome.PASS, List.of(), List.of()))).isEqualTo("no regression");
    assertThat(message(report(Outcome.INCONCLUSIVE, List.of(), List.of()))).isEqualTo("learning");
    Alert suspected = alert("0123456789ab", Status.SUSPECTED, null);
    Alert confirmed = alert("0123456789ac", Status.CONFIRMED, null);
    Alert closed = alert("0123456789ad", Status.CLOSED, null);
    assertThat(message(report(Outcome.PASS, closed))).isEqualTo("no regression");
    assertThat(message(report(Outcome.INCONCLUSIVE, suspected, closed))).isEqualTo("1 suspected");
    assertThat(message(report(Outcome.REGRESSED, suspected, confirmed))).isEqualTo("1 regression");
    assertThat(message(report(Outcome.REGRESSED, confirmed, confirmed))).isEqualTo("2 regressions");
    MissingData silent = new MissingData(null, null, null, at(1, "good"), "no run for 60 hours");
    assertThat(message(report(Outcome.INVALID, List.of(suspected), List.of(silent))))
        .isEqualTo("data missing");
  }

  @Test
  void badge_budget_saysWhatIsLost() {
    assertThat(withBudget(Outcome.PASS, BudgetState.State.WITHIN, 1.8))
        .isEqualTo("no regression, 1.8 of 3 % lost");
    assertThat(withBudget(Outcome.REGRESSED, BudgetState.State.SPENT, 3.4))
        .isEqualTo("budget spent");
  }

  @Test
  void feed_ofABudget_tellsOnceItIsSpent() throws Exception {
    assertThat(texts(feed(budget(Outcome.PASS, BudgetState.State.WITHIN, 1.8)), "title"))
        .containsExactly("Loomwatch: performance alerts");
    assertThat(texts(feed(budget(Outcome.REGRESSED, BudgetState.State.SPENT, 3.4)), "title"))
        .contains(
            "budget spent since release 11111111: 3.4 of 3 % lost, hello virtual cpu-per-request");
  }

  private static String withBudget(Outcome verdict, BudgetState.State state, double percent) {
    return message(budget(verdict, state, percent));
  }

  private static TrendReport budget(Outcome verdict, BudgetState.State state, double percent) {
    BudgetState.Spent spent =
        new BudgetState.Spent(
            "hello", "virtual", "cpu-per-request", percent, new Interval(1, 4), "run-1");
    BudgetState budget =
        new BudgetState(
            BudgetState.Since.RELEASE, "1".repeat(40), null, 3, state, List.of(spent), null, null);
    return Reports.report(verdict, List.of(), List.of(budget), List.of());
  }

  @Test
  void badge_written_isAPictureAndAnEndpoint() throws Exception {
    AlertFiles.write(site, report(Outcome.PASS, List.of(), List.of()), history(), "./");

    Document picture = parsed(site.resolve("badge.svg"));
    assertThat(picture.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("performance: no regression");
    assertThat(site.resolve("badge.json"))
        .hasContent(
            "{\"schemaVersion\":1,\"label\":\"performance\",\"message\":\"no regression\",\"color\":\"1c7a3e\"}");
  }

  private static String message(TrendReport report) {
    return Badge.of(report).message();
  }

  private Document feed(TrendReport report) throws Exception {
    return feed(report, history());
  }

  private Document feed(TrendReport report, History history) throws Exception {
    AlertFiles.write(site, report, history, address);
    return parsed(site.resolve("alerts.atom"));
  }

  private static Document parsed(Path file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(Files.newInputStream(file));
  }

  private static List<String> texts(Document feed, String name) throws IOException {
    NodeList nodes = feed.getElementsByTagNameNS(ATOM, name);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  private static List<String> attributes(Document feed, String name, String attribute) {
    NodeList nodes = feed.getElementsByTagNameNS(ATOM, name);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      values.add(((Element) nodes.item(i)).getAttribute(attribute));
    }
    return values;
  }

  /** With the comparison that confirms. */
  private static History history() {
    HistoryEntry comparison =
        new HistoryEntry(
            HistoryEntry.SCHEMA,
            "again-1",
            HistoryEntry.Kind.COMPARISON,
            CONFIRMED,
            Provenance.of("2".repeat(40)),
            null,
            null,
            "host",
            null,
            "regressed",
            new Confirmation("1".repeat(40), "2".repeat(40), List.of(), null, null),
            List.of(),
            List.of(),
            null);
    return history(comparison);
  }

  private static History history(HistoryEntry... entries) {
    return new History(List.of(entries), "sha256:" + "0".repeat(64));
  }
}
