package loomwatch.results.history;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison of two commits, measured interleaved on one machine, said: it confirms a change
 * seen in history or shows that there is none.
 *
 * @param base the commit of the base arm
 * @param head the commit of the head arm
 * @param lines what was judged
 */
public record Confirmation(String base, String head, List<Line> lines) {

  /**
   * One metric compared.
   *
   * @param outcome {@code pass}, {@code regressed}, {@code improved}, {@code inconclusive} or
   *     {@code invalid}
   * @param effectPercent head relative to base, positive is worse; null when it could not be told
   */
  public record Line(
      String scenario, String mode, String metric, String outcome, @Nullable Double effectPercent) {
    public Line {
      Checks.text("scenario", scenario);
      Checks.text("mode", mode);
      Checks.text("metric", metric);
      Checks.text("outcome", outcome);
    }
  }

  public Confirmation {
    Checks.text("base", base);
    Checks.text("head", head);
    lines = List.copyOf(lines);
  }

  /** What it says of a series, if anything. */
  public Optional<Line> of(SeriesName series) {
    return lines.stream()
        .filter(line ->
            line.scenario.equals(series.scenario())
                && line.mode.equals(series.mode())
                && line.metric.equals(series.metric()))
        .findFirst();
  }
}
