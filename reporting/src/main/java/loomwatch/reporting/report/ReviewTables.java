package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.Decisive;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;

/** The changes of a comparison for a reviewer: those behind the verdict, and apart the rest. */
public final class ReviewTables {
  private static final int MOST = 8;
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9-]{1,40}");
  private static final Pattern BENCHMARK = Pattern.compile("[\\w.:=,-]{1,200}");

  private final Verdict verdict;
  private final MeasurementRecord record;
  private final List<Row> behind;
  private final Decisive others;

  /** Takes a record without a comparison too, whose tables are empty. */
  public ReviewTables(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
    Outcome outcome = verdict.verdict();
    List<ChangeView> views = ChangeView.of(verdict);
    this.behind =
        views.stream()
            .flatMap(view -> view.judged().stream())
            .filter(row -> outcome != Outcome.PASS && row.gates() && row.outcome() == outcome)
            .filter(row -> row.change().ratio().isPresent())
            .toList();
    Decisive all = Decisive.of(views);
    List<Row> rest = all.rows().stream().filter(row -> !behind.contains(row)).toList();
    this.others = new Decisive(rest, all.left());
  }

  /** Returns whether changes make the verdict what it is, and not limits or broken launches. */
  public boolean decide() {
    return !behind.isEmpty();
  }

  /** Writes a row for each change that makes the verdict what it is; none if nothing changed. */
  public void behindTheVerdict(Section section) {
    if (behind.isEmpty()) {
      return;
    }
    section.table(
        behind.stream().limit(MOST).toList(),
        List.of(
            Column.key(record.scenarios().isEmpty() ? "benchmark" : "request", this::request),
            Column.key("threads", Row::modeLabel),
            Column.key("metric", Row::name),
            Column.right("base " + commit(Side.BASE), Row::base),
            Column.right("head " + commit(Side.HEAD), Row::head),
            ChangeSection.CHANGE,
            ChangeSection.INTERVAL,
            ChangeSection.TOLERANCE));
    if (behind.size() > MOST) {
      section.text("And " + Plural.count(behind.size() - MOST, "more change") + " like these.");
    }
  }

  /** Writes a folded table of what else was judged, if anything was. */
  public void others(Document document) {
    int count = others.rows().size() + others.left();
    if (!others.rows().isEmpty()) {
      ChangeSection.decisive(
          document.folded(
              behind.isEmpty()
                  ? "What was judged (%d)".formatted(count)
                  : "What else was judged (%d)".formatted(count)),
          others);
    }
  }

  /**
   * Returns the command that measures those changes again; empty if none is between commits. People
   * paste it, so a record's text is in it only if it is one word.
   */
  public Optional<String> command() {
    Variant base = record.variant(Side.BASE);
    Variant head = record.variant(Side.HEAD);
    if (behind.isEmpty()
        || base == null
        || head == null
        || base.revision().equals(head.revision())
        || Stream.of(record.profile(), base.revision(), head.revision())
            .anyMatch(text -> !WORD.matcher(text).matches())) {
      return Optional.empty();
    }
    String scenarios =
        behind.stream()
            .map(row -> row.line().scenario())
            .distinct()
            .filter(name ->
                JmhResults.isTeams(name)
                    ? BENCHMARK.matcher(name).matches()
                    : scenario(name).isPresent() && WORD.matcher(name).matches())
            .collect(joining(","));
    return Optional.of(
        "./loomwatch compare %s%s --base %s --head %s"
            .formatted(
                record.profile().equals("counts") ? "--counts" : "--profile " + record.profile(),
                scenarios.isEmpty() ? "" : " --scenario " + scenarios,
                commit(Side.BASE),
                commit(Side.HEAD)));
  }

  /** Returns how long it was measured and what was discarded; empty without a comparison. */
  public String effort() {
    return ComparisonBasis.lookInShort(verdict, record).strip();
  }

  private String request(Row row) {
    String name = row.line().scenario();
    return scenario(name).map(found -> name + ": " + found.sent().shown()).orElse(name);
  }

  private Optional<Scenario> scenario(String name) {
    return record.scenarios().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private String commit(Side side) {
    return CommitName.shortened(Objects.requireNonNull(record.variant(side)).revision());
  }
}
