package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;

/** What the requests of a scenario do, counted one after another: all of it, changed or not. */
final class CountSection {
  /** Characters of a statement in the table; verdict.json and record.json have all of it. */
  private static final int WIDTH = 60;

  private CountSection() {}

  /** Something that was counted in a scenario. */
  private record Line(Metric metric, String of, List<Launch> launches) {

    /** Returns times per request; with platform and virtual threads where these differ. */
    String times(Side variant) {
      return Stream.of(Mode.values())
          .flatMap(mode -> mean(variant, mode))
          .map(Count::shown)
          .distinct()
          .collect(joining(" / "));
    }

    private Stream<Double> mean(Side variant, Mode mode) {
      return launches.stream()
          .filter(launch -> launch.isOf(variant) && launch.mode() == mode)
          .mapToDouble(this::perRequest)
          .average()
          .stream()
          .boxed();
    }

    private double perRequest(Launch launch) {
      return counts(launch)
          .filter(count -> count.metric() == metric && count.of().equals(of))
          .mapToDouble(count -> (double) count.times() / count.requests())
          .sum();
    }
  }

  private static String clipped(String of) {
    return of.length() > WIDTH ? of.substring(0, WIDTH - 1) + "…" : of;
  }

  private static Stream<Count> counts(Launch launch) {
    List<Count> counts = launch.counts();
    return counts == null ? Stream.of() : counts.stream();
  }

  /** Writes a folded table; nothing where no request was counted. */
  static void write(Document document, MeasurementRecord record, String scenario) {
    List<Launch> counted =
        record.launches().stream()
            .filter(launch -> launch.scenario().equals(scenario) && launch.counts() != null)
            .toList();
    List<Line> lines = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      new TreeSet<>(
              counted.stream()
                  .flatMap(CountSection::counts)
                  .filter(count -> count.metric() == metric)
                  .map(Count::of)
                  .toList())
          .forEach(of -> lines.add(new Line(metric, of, counted)));
    }
    if (lines.isEmpty()) {
      return;
    }
    List<Column<Line>> columns = new ArrayList<>();
    columns.add(Column.left("counted", line -> line.metric().label()));
    columns.add(Column.left("of", line -> clipped(Count.shown(line.of()))));
    if (record.has(Side.BASE)) {
      columns.add(Column.right("base", line -> line.times(Side.BASE)));
    }
    columns.add(Column.right("head", line -> line.times(Side.HEAD)));
    document
        .folded(scenario + ": counts")
        .text(
            "Times per request, sent one after another; platform / virtual threads where they differ.")
        .table(lines, columns);
  }
}
