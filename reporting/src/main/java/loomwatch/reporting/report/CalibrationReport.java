package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Seen;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibration.Unchanged;
import loomwatch.judge.calibration.Suggestion;
import loomwatch.judge.calibration.Suggestion.Suggested;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.text.Digits;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Terminal;
import loomwatch.reporting.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * The terminal report of a calibration: the false positives on unchanged code, the noise of each
 * blocking metric, and which of the injected faults were caught.
 */
public final class CalibrationReport {
  private static final List<Column<Noise>> NOISE =
      List.of(
          Column.key("", Noise::scenario),
          Column.key("", noise -> noise.metric().label()),
          Column.key("", noise -> noise.mode().label()),
          Column.right("rounds", noise -> Integer.toString(noise.rounds())),
          Column.right("s_d", noise -> Effect.smallest(noise.spreadPercent())),
          Column.right("floor", noise -> Effect.smallest(noise.floorPercent())),
          Column.right("tolerance", noise -> Effect.smallest(noise.tolerancePercent())),
          Column.right("MDE", noise -> Effect.smallest(noise.mdePercent())),
          Column.right("false positives", noise -> of(noise.falseAlarms())),
          Column.right("p uniform", noise -> Effect.shown(noise.pUniform())),
          Column.left(
              "",
              noise -> noise.forbids(noise.tolerancePercent()) ? "! below twice the floor" : ""));

  private static final List<Column<Fault>> FAULTS =
      List.of(
          Column.key("", fault -> fault.seen() == null ? fault.of().fault() : ""),
          Column.right("caught", fault -> of(fault.caught())),
          Column.left("by", fault -> fault.shown(CalibrationReport::by)),
          Column.right(
              "effect seen", fault -> fault.shown(seen -> effect(seen.medianEffectPercent()))),
          Column.right(
              "tolerance", fault -> fault.shown(seen -> Effect.smallest(seen.tolerancePercent()))),
          Column.right("rounds", fault -> fault.whole(of -> Digits.number(of.medianRounds(), 0))),
          Column.right(
              "minutes", fault -> fault.whole(of -> Digits.number(of.medianMinutes(), 1))));

  /** A row: an injected fault, or one metric and mode that detected it. */
  private record Fault(InjectedFault of, @Nullable Seen seen) {
    Share caught() {
      return seen == null ? of.caught() : seen.caught();
    }

    String shown(Function<Seen, String> cell) {
      return seen == null ? "" : cell.apply(seen);
    }

    String whole(Function<InjectedFault, String> cell) {
      return seen == null ? cell.apply(of) : "";
    }
  }

  private final Calibration calibration;
  private final Document document = new Document();

  private CalibrationReport(Calibration calibration) {
    this.calibration = calibration;
  }

  public static String render(Calibration calibration, Style style) {
    CalibrationReport report = new CalibrationReport(calibration);
    report.unchanged(calibration.unchanged());
    report.noise();
    report.faults();
    report.warnings();
    return "\n" + Terminal.render(report.document, style);
  }

  private void unchanged(Unchanged unchanged) {
    int judged = unchanged.comparisons() - unchanged.invalid();
    document
        .section("unchanged code")
        .text(
            Text.strong("Calibration")
                .and(
                    " of this host, profile %s, generator %s: %s."
                        .formatted(
                            calibration.profile(),
                            calibration.generator(),
                            Plural.count(calibration.comparisons().size(), "comparison"))))
        .text(
            "One service with itself: regressed in %s (%s), inconclusive in %s of %s%s"
                .formatted(
                    of(unchanged.falseAlarms()),
                    interval(unchanged.falseAlarms()),
                    unchanged.inconclusive(),
                    judged,
                    unchanged.invalid() == 0
                        ? "."
                        : "; "
                            + unchanged.invalid()
                            + " more could not be judged and count nowhere."));
  }

  private void noise() {
    if (!calibration.noise().isEmpty()) {
      document
          .section("noise")
          .heading("Noise when nothing changed", "each blocking metric")
          .table(calibration.noise(), NOISE)
          .text(
              "s_d: standard deviation of a pair's difference. floor: what 95 % of comparisons differ"
                  + " by at most. MDE: smallest effect found with about 90 % power at the last interim analysis."
                  + " p uniform: the chance of p values so small if the test keeps its level; below"
                  + " 0.05 it may not.");
    }
  }

  private void faults() {
    if (calibration.faults().isEmpty()) {
      return;
    }
    List<Fault> faults = new ArrayList<>();
    for (InjectedFault fault : calibration.faults()) {
      faults.add(new Fault(fault, null));
      fault.seen().forEach(seen -> faults.add(new Fault(fault, seen)));
    }
    Section section =
        document
            .section("injected faults")
            .heading("Injected faults", "caught by a metric and mode they are expected to move")
            .table(faults, FAULTS)
            .text(
                "Effects, rounds and minutes are medians. What moves a metric by less than its"
                    + " tolerance is called regressed only where the estimate happens to reach it.");
    String invalid =
        calibration.faults().stream()
            .filter(fault -> fault.invalid() > 0)
            .map(fault -> fault.fault() + " " + fault.invalid())
            .collect(joining(", "));
    if (!invalid.isEmpty()) {
      section.text("Could not be judged, and count as not caught: " + invalid + ".");
    }
  }

  private void warnings() {
    if (!calibration.warnings().isEmpty()) {
      Section section = document.section("trust").heading("How far to trust this", "");
      calibration.warnings().forEach(warning -> section.item("! " + warning));
    }
  }

  private static String by(Seen seen) {
    return seen.scenario() + " " + seen.metric().label() + " " + seen.mode().label();
  }

  /** Returns a change in percent with two decimals; from 100 % on as a factor. */
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

  /** Suggested tolerances to copy into {@code thresholds.yaml}, with their consequences. */
  public static final class SuggestionYaml {
    private SuggestionYaml() {}

    /** Returns entries for {@code limits}, without {@code gate} and {@code why}. */
    public static String render(Suggestion suggestion) {
      StringBuilder yaml =
          new StringBuilder(
              "# Tolerances that this machine can hold: at least twice its noise floor, and 1 %.\n");
      yaml.append(
          String.format(
              Locale.ROOT,
              "# With them, of %s of one service with itself %s regressed and %s inconclusive; one took"
                  + " %.1f minutes.%n",
              Plural.count(suggestion.regressed().of(), "comparison"),
              suggestion.regressed().count() == 1
                  ? "1 is"
                  : suggestion.regressed().count() + " are",
              suggestion.inconclusive(),
              suggestion.minutes()));
      for (Suggested one : suggestion.tolerances()) {
        yaml.append("  - scenario: ").append(one.scenario()).append('\n');
        yaml.append("    metric: ").append(one.metric().label()).append('\n');
        yaml.append("    tolerance: ")
            .append(Effect.smallest(one.percent()))
            .append("   # noise floor ")
            .append(Effect.smallest(one.floorPercent()))
            .append("; now ")
            .append(Effect.smallest(one.nowPercent()))
            .append('\n');
      }
      return yaml.toString();
    }
  }
}
