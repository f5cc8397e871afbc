package loomwatch.reporting.report;

import java.util.List;
import java.util.Locale;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.Commit;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Terminal;
import loomwatch.reporting.text.Text;
import loomwatch.results.JmhResults;
import loomwatch.results.Metric;
import loomwatch.trend.Remeasurement;

/** The terminal report of which commit made a metric worse. */
public final class BisectReport {
  private BisectReport() {}

  /** Returns the whole report, ending with a newline. */
  public static String render(BisectFindings findings, Style style) {
    Document document = new Document();
    Text lead =
        findings.one()
            ? Text.of("✘ " + name(findings.suspects().getFirst()), Ink.BAD)
                .and(" made it worse" + sureness(findings) + ".")
            : Text.of(
                    "? One of "
                        + Plural.count(
                            findings.suspects().size(),
                            findings.ofVersions() ? "version" : "commit"),
                    Ink.BOLD)
                .and(
                    " made it worse%s: %s up to %s."
                        .formatted(
                            sureness(findings),
                            name(findings.suspects().getFirst()),
                            name(findings.suspects().getLast())));
    document
        .section("what was found")
        .text(lead)
        .text(
            "%s%s %s from good to bad."
                .formatted(
                    followed(findings.followed()),
                    findings.followed().metric().isExact() ? ":" : ", is",
                    HeadRelativeChange.grew(findings.followed().metric(), findings.whole())));
    document
        .section(findings.ofVersions() ? "versions" : "commits")
        .table(
            findings.commits().stream().filter(commit -> shown(findings, commit)).toList(),
            List.of(
                Column.key("", commit -> findings.suspects().contains(commit) ? "✘" : ""),
                Column.key("", BisectReport::name),
                Column.left("", commit -> shown(findings.followed().metric(), commit.asked()))));
    if (findings.one()) {
      document
          .section("why")
          .text(
              "Why: ./loomwatch compare --base %s --head %s%s"
                  .formatted(previous(findings), id(findings), choice(findings.followed())));
    }
    return "\n" + Terminal.render(document, style);
  }

  private static String id(BisectFindings findings) {
    return CommitName.shortened(findings.suspects().getFirst().id());
  }

  private static String previous(BisectFindings findings) {
    int first = findings.range().first();
    return !findings.ofVersions()
        ? id(findings) + "~1"
        : first == 1 ? findings.good() : findings.commits().get(first - 2).id();
  }

  /** Returns the options by which compare measures what was followed, without the rest. */
  private static String choice(FollowedChange followed) {
    if (JmhResults.isTeams(followed.scenario())) {
      return " --scenario " + Remeasurement.choiceOf(followed.scenario());
    }
    return followed.metric().isExact() ? " --counts" : "";
  }

  private static boolean shown(BisectFindings findings, Commit commit) {
    return !(commit.asked() instanceof CommitResult.Not) || findings.suspects().contains(commit);
  }

  private static String sureness(BisectFindings findings) {
    return findings.commits().size() == 1 || findings.followed().metric().isExact()
        ? ""
        : String.format(
            Locale.ROOT, ", with a probability of %.0f %%", 100 * findings.range().probability());
  }

  /** Returns, for example, {@code CPU per request of hello, virtual}. */
  private static String followed(FollowedChange followed) {
    String mode = ModeLabel.of(followed.scenario(), followed.mode());
    return "%s of %s%s"
        .formatted(
            followed.metric().wording().name(),
            followed.scenario(),
            mode.isEmpty() ? "" : ", " + mode);
  }

  private static String name(Commit commit) {
    return (CommitName.shortened(commit.id()) + " " + commit.title()).strip();
  }

  private static String shown(Metric metric, CommitResult asked) {
    return switch (asked) {
      case CommitResult.Not() -> "not compared";
      case CommitResult.Alike() -> "the same as good";
      case CommitResult.Skipped(String reason) -> "skipped: " + reason;
      case CommitResult.Compared(Size.Levels size, int times) ->
          HeadRelativeChange.grew(metric, size)
              + (times == 1 ? "" : ", " + times + " times compared");
    };
  }
}
