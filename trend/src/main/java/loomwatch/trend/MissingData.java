package loomwatch.trend;

import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/**
 * What stopped being measured.
 *
 * @param scenario of the series that is gone, or null when nothing at all arrives any more
 * @param mode of that series, or null
 * @param metric of that series, or null
 * @param last the last run that had it
 * @param reason since when, and how long is too long
 */
public record MissingData(
    @Nullable String scenario,
    @Nullable String mode,
    @Nullable String metric,
    At last,
    String reason) {}
