package loomwatch.tell.site;

import loomwatch.trend.SeriesState;
import org.jspecify.annotations.Nullable;

/**
 * What is said of one series in one mode.
 *
 * @param unit of its values
 * @param direction which way it gets better: {@code lower} or {@code higher}
 * @param gate whether it decides verdicts
 * @param verdict of the newest run; null where the policy has no limit for it
 * @param reason what decided, in words
 * @param trend how it stands along the history; null where no history was judged
 */
record Judged(
    String unit,
    String direction,
    boolean gate,
    @Nullable String verdict,
    String reason,
    @Nullable SeriesState trend) {}
