package loomwatch.trend;

import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/**
 * Data that are no longer measured: a series, or all runs where scenario, mode and metric are null.
 *
 * @param last last run that had the data
 * @param reason duration of the gap, and the duration allowed
 */
public record MissingData(
    @Nullable String scenario,
    @Nullable String mode,
    @Nullable String metric,
    At last,
    String reason) {}
