package loomwatch.reporting.report;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Restoration;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.Digits;

/** What a proposed fix restores, in sentences. */
public final class RestorationText {
  private RestorationText() {}

  /** Returns one line for each regression, and what the comparison of base with the fix says. */
  public static String of(List<Restoration> restored, Verdict loss, Verdict fixed) {
    StringBuilder text = new StringBuilder("\n");
    restored.forEach(one -> text.append(sentence(one)).append('\n'));
    Restoration.lost(loss).stream()
        .filter(line -> restored.stream().noneMatch(one -> one.key().equals(line.key())))
        .map(line ->
            "Not known: %s, %s.\n"
                .formatted(
                    ModeLabel.after(line.scenario(), line.mode()), line.metric().wording().name()))
        .forEach(text::append);
    text.append(
        switch (fixed.verdict()) {
          case PASS, IMPROVED ->
              "In what had got worse, nothing is worse than base with the fix.\n";
          case REGRESSED -> "With the fix head is still worse than base.\n";
          case INCONCLUSIVE -> "Whether all is restored is not decided.\n";
          case INVALID -> "With the fix head could not be measured validly.\n";
        });
    return text.toString();
  }

  private static String sentence(Restoration one) {
    JudgedMode mode = one.key().mode();
    return "The fix restores %s of the loss: %s, %s (lost %s, remaining %s)."
        .formatted(
            share(one),
            ModeLabel.after(one.key().scenario(), mode),
            one.key().metric().wording().name(),
            percent(one.lostPercent()),
            percent(one.remainingPercent()));
  }

  private static String share(Restoration one) {
    String share = Math.round(one.restoredPercent()) + " %";
    return Optional.ofNullable(one.interval())
        .map((Interval range) ->
            "%s [%d to %d]".formatted(share, Math.round(range.low()), Math.round(range.high())))
        .orElse(share);
  }

  private static String percent(double value) {
    return Digits.number(value, Math.abs(value) < 10 ? 1 : 0) + " %";
  }
}
