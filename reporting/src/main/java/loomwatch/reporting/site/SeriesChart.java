package loomwatch.reporting.site;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Quantity.Scale;
import loomwatch.trend.Alert;
import loomwatch.trend.SeriesState;
import loomwatch.trend.SeriesState.LevelChange;

/**
 * A picture of a series along the history, with its changes of level. It has its own background, so
 * that it can be read wherever it is shown, and colours for light and dark.
 *
 * @param points the newest runs, the oldest first
 */
record SeriesChart(SeriesState state, List<Point> points) {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 240;
  private static final int LEFT = 78;
  private static final int RIGHT = WIDTH - 16;
  private static final int TOP = 62;
  private static final int BOTTOM = HEIGHT - 30;

  /** Marks beyond these would lie on each other. */
  private static final int MOST_MARKS = 8;

  private static final int LINES = 4;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A run's value; {@code index} is that of its entry in the history. */
  record Point(int index, Instant at, double value) {}

  /** The values at the axis: a round step, and the lowest and highest line. */
  private record Axis(Scale scale, double step, double low, double high) {
    static Axis of(List<Point> points, String unit) {
      double least = points.stream().mapToDouble(Point::value).min().orElse(0);
      double most = points.stream().mapToDouble(Point::value).max().orElse(1);
      double largest = Math.max(Math.abs(least), Math.abs(most));
      List<Scale> scales =
          Scale.OF_PICTURES.getOrDefault(
              unit.replaceFirst("/(request|op)$", ""), List.of(new Scale(0, 1, unit)));
      Scale scale =
          scales.stream()
              .filter(each -> largest >= each.from())
              .findFirst()
              .orElse(scales.getLast());
      if (largest == 0) {
        return new Axis(scale, scale.factor(), 0, scale.factor());
      }
      // A series that hardly moves must not look as if it did.
      double room = Math.max(most - least, 0.05 * largest) * 0.1;
      double step = round((most - least + 2 * room) / LINES / scale.factor()) * scale.factor();
      double low = Math.floor((least - room) / step) * step;
      return new Axis(
          scale, step, least >= 0 ? Math.max(0, low) : low, Math.ceil((most + room) / step) * step);
    }

    /** Returns the next of 1, 2 and 5 times a power of ten. */
    private static double round(double step) {
      double power = Math.pow(10, Math.floor(Math.log10(step)));
      double digits = step / power;
      return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
    }

    double y(double value) {
      return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP);
    }

    String label(double value) {
      int decimals = (int) Math.max(0, -Math.floor(Math.log10(step / scale.factor()) + 1e-9));
      return (String.format(
                  Locale.ROOT, "%,." + Math.min(9, decimals) + "f", value / scale.factor())
              + " "
              + scale.symbol())
          .strip();
    }
  }

  String svg() {
    Axis axis = Axis.of(points, state.unit());
    String title = AlertFiles.escaped(SeriesFiles.title(state));
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s: %4$s">
    <title>%3$s: %4$s</title>
    <style>
    .back{fill:#fff;stroke:#d0d7de}text{fill:#1f2328;font:12px system-ui,sans-serif}.name{font-size:15px;font-weight:600}
    .grid{stroke:#d8dee4}.quiet{fill:#59636e}.line{fill:none;stroke:#0b5fa5;stroke-width:1.5}.now{fill:#0b5fa5}
    .mark{stroke-dasharray:4 3}.worse{stroke:#b3261e}.better{stroke:#1c7a3e}text.worse{fill:#b3261e;stroke:none}text.better{fill:#1c7a3e;stroke:none}
    @media(prefers-color-scheme:dark){.back{fill:#0d1117;stroke:#3d444d}text{fill:#f0f6fc}.grid{stroke:#2b323a}.quiet{fill:#9198a1}
    .line{stroke:#6cb2ff}.now{fill:#6cb2ff}.worse{stroke:#ff8a80}.better{stroke:#5fd38d}text.worse{fill:#ff8a80}text.better{fill:#5fd38d}}
    </style>
    <rect class="back" x=".5" y=".5" width="%5$d" height="%6$d" rx="6"/>
    <text class="name" x="16" y="24">%3$s</text><text x="%7$d" y="24" text-anchor="end">%4$s</text>
    %8$s%9$s%10$s</svg>
    """
        .formatted(
            WIDTH,
            HEIGHT,
            title,
            AlertFiles.escaped(now()),
            WIDTH - 1,
            HEIGHT - 1,
            RIGHT,
            grid(axis),
            line(axis),
            marks());
  }

  private String now() {
    return points.isEmpty()
        ? "no runs"
        : Quantity.inWords(points.getLast().value(), state.unit(), null)
            + ", "
            + state.state().label();
  }

  private String grid(Axis axis) {
    StringBuilder grid = new StringBuilder();
    for (int i = 0; axis.low() + i * axis.step() <= axis.high() + axis.step() / 2; i++) {
      double value = axis.low() + i * axis.step();
      String y = number(axis.y(value));
      grid.append(
          "<path class=\"grid\" d=\"M%d %sH%d\"/><text class=\"quiet\" x=\"%d\" y=\"%s\" text-anchor=\"end\" dy=\"4\">%s</text>\n"
              .formatted(LEFT, y, RIGHT, LEFT - 8, y, AlertFiles.escaped(axis.label(value))));
    }
    if (!points.isEmpty()) {
      grid.append(
          "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text><text class=\"quiet\" x=\"%d\" y=\"%2$d\" text-anchor=\"end\">%s</text>\n"
              .formatted(
                  LEFT,
                  HEIGHT - 10,
                  DAY.format(points.getFirst().at()),
                  RIGHT,
                  DAY.format(points.getLast().at())));
    }
    return grid.toString();
  }

  private String line(Axis axis) {
    if (points.isEmpty()) {
      return "";
    }
    String path =
        IntStream.range(0, points.size())
            .mapToObj(i -> number(x(i)) + " " + number(axis.y(points.get(i).value())))
            .collect(joining("L"));
    return "<path class=\"line\" d=\"M%s\"/><circle class=\"now\" cx=\"%s\" cy=\"%s\" r=\"3.5\"/>\n"
        .formatted(path, number(x(points.size() - 1)), number(axis.y(points.getLast().value())));
  }

  /** Returns a line before the first run of each new level, with its size in words. */
  private String marks() {
    List<LevelChange> shown =
        state.changes().stream()
            .filter(change -> !points.isEmpty() && change.index() > points.getFirst().index())
            .toList();
    StringBuilder marks = new StringBuilder();
    int row = 0;
    for (LevelChange change : shown.subList(Math.max(0, shown.size() - MOST_MARKS), shown.size())) {
      long before = points.stream().filter(point -> point.index() < change.index()).count();
      double x = x(before - 0.5);
      boolean worse = change.change() == Alert.Change.WORSE;
      Double percent = change.effectPercent();
      String size =
          percent == null ? "" : String.format(Locale.ROOT, " %.1f %%", Math.abs(percent));
      marks.append(
          "<path class=\"mark %1$s\" d=\"M%2$s %3$dV%4$d\"/><text class=\"%1$s\" x=\"%5$s\" y=\"%6$d\" text-anchor=\"%7$s\">%8$s%9$s</text>\n"
              .formatted(
                  worse ? "worse" : "better",
                  number(x),
                  TOP - 4,
                  BOTTOM,
                  number(x + (x > WIDTH / 2.0 ? -4 : 4)),
                  TOP - 8 - 14 * (row++ % 2),
                  x > WIDTH / 2.0 ? "end" : "start",
                  worse ? "worse" : "better",
                  size));
    }
    return marks.toString();
  }

  private double x(double position) {
    return points.size() < 2
        ? (LEFT + RIGHT) / 2.0
        : LEFT + 4 + position / (points.size() - 1) * (RIGHT - LEFT - 8);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
  }
}
