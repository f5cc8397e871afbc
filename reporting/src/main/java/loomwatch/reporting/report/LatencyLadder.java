package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;

/**
 * The latency spectrum of both modes on a logarithmic scale, one line for each percentile, from the
 * pooled histograms of the valid launches.
 */
final class LatencyLadder {
  /** A narrower plot shows nothing useful. */
  private static final int NARROWEST = 70;

  private static final int LABELS = 7;
  private static final int LAST_LABEL = 7;
  private static final int WIDEST_SCALE = 64;
  private static final double NANOS = 1e9;

  /** Maximum ratio of the scale's ends at which all ticks are labelled, not only decades. */
  private static final double FEW_TICKS = 20;

  /** Minimum number of pooled samples beyond a percentile that is drawn. */
  private static final double FEWEST_BEYOND = 10;

  private static final List<String> PERCENTILES = List.of("p50", "p75", "p90", "p99", "p99.9");

  private final Map<Mode, LatencyHistogram> pooled;
  private final int columns;
  private final double low;
  private final double high;

  private LatencyLadder(Map<Mode, LatencyHistogram> pooled, int width) {
    this.pooled = pooled;
    this.columns = Math.min(WIDEST_SCALE, width - LABELS - LAST_LABEL);
    this.low = tickAtMost(extreme(h -> h.nanosAt(50), true));
    this.high = tickAtLeast(Math.max(extreme(LatencyHistogram::maxNanos, false), 2 * low * NANOS));
  }

  static List<Text> of(MeasurementRecord record, String scenario, int width) {
    Map<Mode, LatencyHistogram> pooled = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      LatencyHistogram histogram = pool(record, scenario, mode);
      if (histogram.count() > 0) {
        pooled.put(mode, histogram);
      }
    }
    return pooled.isEmpty() || width < NARROWEST
        ? List.of()
        : new LatencyLadder(pooled, width).lines();
  }

  private static LatencyHistogram pool(MeasurementRecord record, String scenario, Mode mode) {
    return LatencyHistogram.merged(
        record.launches().stream()
            .filter(launch -> launch.isOf(Side.HEAD) && launch.valid())
            .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
            .map(Launch::load)
            .map(load -> Optional.ofNullable(load).map(LoadResult::latency))
            .flatMap(Optional::stream)
            .toList());
  }

  private List<Text> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("latency, log scale: ● platform, ○ virtual, ◆ both; launches pooled");
    for (String label : PERCENTILES) {
      double percentile = Double.parseDouble(label.substring(1));
      double fewest =
          pooled.values().stream()
              .mapToDouble(h -> h.samplesBeyond(percentile))
              .min()
              .orElseThrow();
      if (fewest >= FEWEST_BEYOND) {
        lines.add(rung(label, histogram -> histogram.nanosAt(percentile)));
      }
    }
    lines.add(rung("max", LatencyHistogram::maxNanos));
    lines.addAll(axis());
    return lines.stream().map(LatencyLadder::inked).toList();
  }

  /** Returns the line with the markers in the colours of their modes. */
  private static Text inked(String line) {
    Text inked = Text.EMPTY;
    for (String part : line.split("(?<=[●○])|(?=[●○])")) {
      Ink ink =
          switch (part) {
            case "●" -> Ink.PLATFORM;
            case "○" -> Ink.VIRTUAL;
            default -> Ink.PLAIN;
          };
      inked = inked.and(Text.of(part, ink));
    }
    return inked;
  }

  private String rung(String label, ToDoubleFunction<LatencyHistogram> latency) {
    String[] cells = new String[columns];
    Arrays.fill(cells, " ");
    int[] at =
        pooled.values().stream().mapToInt(h -> column(latency.applyAsDouble(h) / NANOS)).toArray();
    int from = Arrays.stream(at).min().orElseThrow();
    int to = Arrays.stream(at).max().orElseThrow();
    Arrays.fill(cells, from, to, "─");
    pooled.forEach((mode, h) -> cells[column(latency.applyAsDouble(h) / NANOS)] = marker(mode));
    if (pooled.size() == 2 && from == to) {
      cells[from] = "◆";
    }
    return ("%" + (LABELS - 2) + "s  ").formatted(label) + String.join("", cells).stripTrailing();
  }

  private static String marker(Mode mode) {
    return switch (mode) {
      case PLATFORM -> "●";
      case VIRTUAL -> "○";
    };
  }

  private List<String> axis() {
    StringBuilder line = new StringBuilder("─".repeat(columns));
    StringBuilder labels = new StringBuilder();
    for (double tick : ticks()) {
      int column = column(tick);
      line.setCharAt(column, '┴');
      String label = Quantity.of(tick, "s", new Interval(tick, tick));
      boolean wanted =
          high / low <= FEW_TICKS || label.startsWith("1") || tick == low || tick == high;
      if (wanted && (labels.isEmpty() || column > labels.length())) {
        labels.append(" ".repeat(column - labels.length())).append(label);
      }
    }
    String indent = " ".repeat(LABELS);
    return List.of(indent + line, indent + labels);
  }

  private int column(double seconds) {
    double share = Math.log(seconds / low) / Math.log(high / low);
    return Math.clamp(Math.round(share * (columns - 1)), 0, columns - 1);
  }

  private double extreme(ToDoubleFunction<LatencyHistogram> latency, boolean smallest) {
    var all = pooled.values().stream().mapToDouble(latency);
    return Math.max(1, (smallest ? all.min() : all.max()).orElseThrow());
  }

  private TreeSet<Double> ticks() {
    return new TreeSet<>(series().subSet(low, true, high, true));
  }

  private static double tickAtMost(double nanos) {
    Double tick = series().floor(nanos / NANOS);
    return tick == null ? series().first() : tick;
  }

  private static double tickAtLeast(double nanos) {
    Double tick = series().ceiling(nanos / NANOS);
    return tick == null ? series().last() : tick;
  }

  /** Returns 1, 2 and 5 of every decade from 1 ns to 5,000 s. */
  private static TreeSet<Double> series() {
    TreeSet<Double> series = new TreeSet<>();
    for (int exponent = -9; exponent <= 3; exponent++) {
      for (int digit : new int[] {1, 2, 5}) {
        series.add(Double.parseDouble(digit + "e" + exponent));
      }
    }
    return series;
  }
}
