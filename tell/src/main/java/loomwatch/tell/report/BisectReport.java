package loomwatch.tell.report;

import java.util.Locale;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.Commit;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.Metric;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.CommitName;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Side;

/** Which commit made something worse, for a person at a terminal. */
public final class BisectReport {
  private BisectReport() {}

  /** All of it, ending with a newline. */
  public static String render(BisectFindings findings, Style style) {
    Page page = new Page(style);
    page.blank();
    if (findings.one()) {
      Commit commit = findings.suspects().getFirst();
      page.marked("", "✘ " + name(commit), Ink.BAD, " made it worse" + sureness(findings) + ".");
    } else {
      page.marked(
          "",
          "? One of " + Plural.count(findings.suspects().size(), "commit"),
          Ink.BOLD,
          " made it worse%s: %s up to %s."
              .formatted(
                  sureness(findings),
                  name(findings.suspects().getFirst()),
                  name(findings.suspects().getLast())));
    }
    page.text(
        "",
        "%s is %s from good to bad."
            .formatted(
                followed(findings.followed()),
                HeadRelativeChange.grew(findings.followed().metric(), findings.whole())));
    page.blank();
    Table table = new Table(Side.LEFT, Side.LEFT, Side.LEFT);
    findings.commits().stream()
        .filter(commit -> shown(findings, commit))
        .forEach(commit ->
            table.row(
                findings.suspects().contains(commit) ? "✘" : "",
                name(commit),
                told(findings.followed().metric(), commit.asked())));
    page.table("  ", table);
    if (findings.one()) {
      page.blank();
      page.text("", "Why: ./loomwatch compare --base %1$s~1 --head %1$s".formatted(id(findings)));
    }
    return page.toString();
  }

  private static String id(BisectFindings findings) {
    return CommitName.shortened(findings.suspects().getFirst().id());
  }

  private static boolean shown(BisectFindings findings, Commit commit) {
    return !(commit.asked() instanceof CommitResult.Not) || findings.suspects().contains(commit);
  }

  private static String sureness(BisectFindings findings) {
    return findings.commits().size() == 1
        ? ""
        : String.format(
            Locale.ROOT, ", with a probability of %.0f %%", 100 * findings.range().probability());
  }

  /** {@code hello with virtual threads: CPU per request}. */
  private static String followed(FollowedChange followed) {
    return "%s of %s, %s,"
        .formatted(
            MetricWords.name(followed.metric()), followed.scenario(), followed.mode().label());
  }

  private static String name(Commit commit) {
    return Plain.text((CommitName.shortened(commit.id()) + " " + commit.title()).strip());
  }

  private static String told(Metric metric, CommitResult asked) {
    return switch (asked) {
      case CommitResult.Not() -> "not compared";
      case CommitResult.Alike() -> "the same as good";
      case CommitResult.Skipped(String reason) -> "skipped: " + Plain.text(reason);
      case CommitResult.Compared(Size.SeveralPairs size, int times) ->
          HeadRelativeChange.grew(metric, size)
              + (times == 1 ? "" : ", " + times + " times compared");
    };
  }
}
