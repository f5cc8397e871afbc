package loomwatch.results.history;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.results.Require;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * The result of an interleaved comparison of two commits on one machine, which confirms or refutes
 * a change seen in history; or why it could not be made.
 *
 * @param origin which commit after base, up to head, caused a regression; null if there is only
 *     one, or none was found
 */
public record Confirmation(
    String base,
    String head,
    List<ComparedMetric> lines,
    @Nullable Unmeasured unmeasured,
    @Nullable Origin origin) {

  /**
   * One metric compared.
   *
   * @param outcome {@code pass}, {@code regressed}, {@code improved}, {@code inconclusive} or
   *     {@code invalid}
   * @param effectPercent head relative to base, positive is worse; null if unknown
   * @param lowPercent lower end of its 90 % interval; null without an interval
   */
  public record ComparedMetric(
      String scenario,
      String mode,
      String metric,
      String outcome,
      @Nullable Double effectPercent,
      @Nullable Double lowPercent,
      @Nullable Double highPercent) {

    public ComparedMetric {
      Require.text("scenario", scenario);
      Require.text("mode", mode);
      Require.text("metric", metric);
      Require.text("outcome", outcome);
      requireSize("effectPercent", effectPercent);
      requireSize("lowPercent", lowPercent);
      requireSize("highPercent", highPercent);
    }

    private static void requireSize(String name, @Nullable Double percent) {
      Require.check(
          percent == null || Math.abs(percent) <= 1e300,
          name,
          "at most 1e300 in size",
          String.valueOf(percent));
    }
  }

  public record Unmeasured(String scenario, Cause cause) {

    public enum Cause {
      ALIKE,
      FAILED;

      @JsonValue
      public String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    public Unmeasured {
      Require.text("scenario", scenario);
    }
  }

  public Confirmation {
    Require.text("base", base);
    Require.text("head", head);
    lines = List.copyOf(lines);
    Require.check(
        unmeasured == null || lines.isEmpty(), "lines", "none where nothing was measured", lines);
    Require.check(
        origin == null || unmeasured == null, "origin", "none where nothing was measured", "there");
  }

  public Confirmation from(Origin found) {
    return new Confirmation(base, head, lines, unmeasured, found);
  }

  public Optional<ComparedMetric> of(SeriesName series) {
    return lines.stream()
        .filter(line ->
            line.scenario.equals(series.scenario())
                && line.mode.equals(series.mode())
                && line.metric.equals(series.metric()))
        .findFirst();
  }

  /**
   * The commits, of several in a row, that may have caused a regression.
   *
   * @param first full id of the first of these commits
   * @param last full id of the last; the same if only one is left
   * @param probability that one of them caused it; above 0, at most 1
   */
  public record Origin(
      String scenario, String mode, String metric, String first, String last, double probability) {
    private static final String COMMIT = "[0-9a-f]{40}|[0-9a-f]{64}";

    public Origin {
      Require.text("scenario", scenario);
      Require.text("mode", mode);
      Require.text("metric", metric);
      requireCommit("first", first);
      requireCommit("last", last);
      Require.check(
          probability > 0 && probability <= 1,
          "probability",
          "above 0 and at most 1",
          String.valueOf(probability));
    }

    private static void requireCommit(String name, String commit) {
      Require.matches(name, COMMIT, "40 or 64 hexadecimal digits", commit);
    }

    public SeriesName series() {
      return new SeriesName(scenario, mode, metric);
    }
  }
}
