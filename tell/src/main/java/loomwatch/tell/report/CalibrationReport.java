package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibration.Handicap;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Seen;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibration.Unchanged;
import loomwatch.judge.verdict.Plural;
import loomwatch.tell.text.Digits;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Ratio;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Side;

/**
 * A calibration for a person at a terminal: how often unchanged code was accused, how noisy each
 * gated metric is, and what of the injected faults was caught.
 */
public final class CalibrationReport {
  private static final String INDENT = "  ";

  private final Calibration calibration;
  private final Page page;

  private CalibrationReport(Calibration calibration, Style style) {
    this.calibration = calibration;
    this.page = new Page(style);
  }

  /** The whole report, ending with a newline. */
  public static String render(Calibration calibration, Style style) {
    CalibrationReport report = new CalibrationReport(calibration, style);
    report.unchanged(calibration.unchanged());
    report.noise();
    report.handicaps();
    report.warnings();
    return report.page.toString();
  }

  private void unchanged(Unchanged unchanged) {
    int judged = unchanged.comparisons() - unchanged.invalid();
    page.blank();
    page.marked(
        "",
        "Calibration",
        Ink.BOLD,
        " of this host, profile "
            + calibration.profile()
            + ", engine "
            + calibration.engine()
            + ": "
            + Plural.count(calibration.comparisons().size(), "comparison")
            + ".");
    page.text(
        "",
        "One subject with itself: regressed in "
            + of(unchanged.falseAlarms())
            + " ("
            + interval(unchanged.falseAlarms())
            + "), inconclusive in "
            + unchanged.inconclusive()
            + " of "
            + judged
            + (unchanged.invalid() == 0
                ? "."
                : "; " + unchanged.invalid() + " more could not be judged and count nowhere."));
  }

  private void noise() {
    if (calibration.noise().isEmpty()) {
      return;
    }
    Table table =
        new Table(
            Side.LEFT,
            Side.LEFT,
            Side.LEFT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.RIGHT,
            Side.LEFT);
    table.row(
        "",
        "",
        "",
        "blocks",
        "s_d",
        "floor",
        "tolerance",
        "MDE",
        "false positives",
        "p uniform",
        "");
    for (Noise noise : calibration.noise()) {
      table.row(
          noise.scenario(),
          noise.metric().label(),
          noise.mode().label(),
          Integer.toString(noise.blocks()),
          Effect.smallest(noise.spreadPercent()),
          Effect.smallest(noise.floorPercent()),
          Effect.smallest(noise.tolerancePercent()),
          Effect.smallest(noise.mdePercent()),
          of(noise.falseAlarms()),
          Effect.shown(noise.pUniform()),
          noise.forbids(noise.tolerancePercent()) ? "! below twice the floor" : "");
    }
    page.heading("Noise when nothing changed", "each blocking metric");
    page.table(INDENT, table);
    page.text(
        INDENT,
        "s_d: standard deviation of a pair's difference. floor: what 95 % of comparisons differ by"
            + " at most. MDE: smallest effect found with about 90 % power at the last look. p uniform:"
            + " the chance of p values so small if the test keeps its level; below 0.05 it may not.");
  }

  private void handicaps() {
    if (calibration.handicaps().isEmpty()) {
      return;
    }
    Table table =
        new Table(Side.LEFT, Side.RIGHT, Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT);
    table.row("", "caught", "by", "effect seen", "tolerance", "blocks", "minutes");
    for (Handicap handicap : calibration.handicaps()) {
      table.row(
          handicap.handicap(),
          of(handicap.caught()),
          "",
          "",
          "",
          Digits.number(handicap.medianBlocks(), 0),
          Digits.number(handicap.medianMinutes(), 1));
      for (Seen seen : handicap.seen()) {
        table.row(
            "",
            of(seen.caught()),
            seen.scenario() + " " + seen.metric().label() + " " + seen.mode().label(),
            effect(seen.medianEffectPercent()),
            Effect.smallest(seen.tolerancePercent()),
            "",
            "");
      }
    }
    page.heading("Injected faults", "caught by a metric and mode they are expected to move");
    page.table(INDENT, table);
    page.text(
        INDENT,
        "Effects, blocks and minutes are medians. What moves a metric by less than its tolerance is"
            + " called regressed only where the estimate happens to reach it.");
    String invalid =
        calibration.handicaps().stream()
            .filter(handicap -> handicap.invalid() > 0)
            .map(handicap -> handicap.handicap() + " " + handicap.invalid())
            .collect(joining(", "));
    if (!invalid.isEmpty()) {
      page.text(INDENT, "Could not be judged, and count as not caught: " + invalid + ".");
    }
  }

  private void warnings() {
    if (!calibration.warnings().isEmpty()) {
      page.heading("How far to trust this", "");
      calibration.warnings().forEach(warning -> page.text(INDENT, "! " + warning));
    }
  }

  /** Small ones to a hundredth of a percent, which is what bytes are told by; else as a factor. */
  private static String effect(double percent) {
    return percent >= 100
        ? Ratio.change(1 + percent / 100, null)
        : (percent > 0 ? "+" : "") + Digits.number(percent, 2) + " %";
  }

  private static String of(Share share) {
    return share.count() + " of " + share.of();
  }

  private static String interval(Share share) {
    return "90 % interval "
        + Digits.number(100 * share.low(), 1)
        + " % to "
        + Digits.number(100 * share.high(), 1)
        + " %";
  }
}
