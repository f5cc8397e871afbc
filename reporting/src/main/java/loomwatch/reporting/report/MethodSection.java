package loomwatch.reporting.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MethodChange;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Digits;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.MethodTime;

/** Methods with other bytecode, which were timed by themselves. */
final class MethodSection {
  private static final String MEANING =
      "What each method with other bytecode takes per request, with the methods it calls. They are"
          + " timed apart from all else, one request after another. p is the chance"
          + " of such a change, either way, if none of them changed by more than 2 %.";

  private static final int MOST_INFORMING = 3;

  private static final Comparator<MethodChange> LARGEST_FIRST =
      Comparator.comparingDouble((MethodChange each) -> each.head() - each.base()).reversed();

  private static final List<Column<MethodChange>> COLUMNS =
      List.of(
          Column.left("scenario", MethodChange::scenario),
          Column.left("method", MethodSection::shortName),
          Column.right(
              "calls", change -> Digits.number(change.callsPerRequest(), decimals(change))),
          Column.right("base", change -> time(change.base())),
          Column.right("head", change -> time(change.head())),
          Column.right("change", Effect::withInterval),
          Column.right("p", change -> Effect.shown(change.p())),
          Column.right("share of a request", MethodSection::share));

  private MethodSection() {}

  /** Writes a folded table; nothing where no method was timed. */
  static void write(Document document, Verdict verdict) {
    if (!verdict.methods().isEmpty()) {
      document.folded("Changed methods").text(MEANING).table(verdict.methods(), COLUMNS);
    }
  }

  /** Returns a sentence for each method that blocks, the largest change first. */
  static Stream<String> blocking(Verdict verdict) {
    return verdict.methods().stream()
        .filter(MethodChange::gate)
        .sorted(LARGEST_FIRST)
        .map(each -> sentence("The", each, "; thresholds.yaml limits changed methods."));
  }

  /** Returns sentences for the largest other changes beyond doubt. */
  static Stream<String> informing(Verdict verdict) {
    boolean regressed = verdict.verdict() == Outcome.REGRESSED;
    return verdict.methods().stream()
        .filter(each -> each.found() && !(each.gate() && regressed))
        .sorted(LARGEST_FIRST)
        .limit(MOST_INFORMING)
        .map(each -> sentence("Informational: the", each, "."));
  }

  private static String sentence(String lead, MethodChange change, String end) {
    return "%s time in %s (%s) changed by %s%s%s"
        .formatted(
            lead,
            shortName(change),
            change.scenario(),
            Effect.withInterval(change),
            ofRequest(change),
            end);
  }

  private static String ofRequest(MethodChange change) {
    Double share = change.share();
    return share == null ? "" : "; in base it took %s of a request".formatted(Effect.share(share));
  }

  private static String shortName(MethodChange change) {
    return MethodTime.shortName(change.method());
  }

  private static int decimals(MethodChange change) {
    return change.callsPerRequest() < 10 ? 1 : 0;
  }

  private static String time(double nanos) {
    return Quantity.inWords(nanos / 1e9, "s", null);
  }

  private static String share(MethodChange change) {
    Double share = change.share();
    return share == null ? Effect.NOTHING : Effect.share(share);
  }
}
