package loomwatch.benchmarks.engines;

import java.io.PrintStream;
import java.util.Locale;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import org.jspecify.annotations.Nullable;

/** Prints results as they come, a line each, in columns. */
final class BenchTable {
  private static final String COLUMNS = "%-9s %-24s %8s %9s %10s  %-21s %-21s %s%n";

  private final PrintStream out;

  BenchTable(PrintStream out) {
    this.out = out;
  }

  void heading() {
    out.printf(
        COLUMNS,
        "engine",
        "run",
        "offered",
        "completed",
        "achieved/s",
        "p50 / p99 / max, ms",
        "service time",
        "finding");
  }

  void row(LoadResult load, String run) {
    out.printf(
        Locale.ROOT,
        COLUMNS,
        load.engine(),
        run,
        load.offered(),
        load.completed(),
        String.format(Locale.ROOT, "%.1f", load.achievedPerSecond()),
        percentiles(load.latency()),
        percentiles(load.serviceTime()),
        load.invalid().isEmpty()
            ? "valid"
            : String.join(
                ", ",
                load.invalid().stream().map(Invalid::cause).map(Invalid.Reason::label).toList()));
  }

  void note(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
  }

  private static String percentiles(@Nullable LatencyHistogram latency) {
    if (latency == null || latency.count() == 0) {
      return "–";
    }
    return String.format(
        Locale.ROOT,
        "%.2f / %.2f / %.0f",
        latency.nanosAt(50) / 1e6,
        latency.nanosAt(99) / 1e6,
        latency.maxNanos() / 1e6);
  }
}
