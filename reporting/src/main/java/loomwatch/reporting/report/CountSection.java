package loomwatch.reporting.report;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/** What the requests of a scenario do, counted one after another: all of it, changed or not. */
final class CountSection {
  /** Characters of a statement in the table; verdict.json and record.json have all of it. */
  private static final int WIDTH = 60;

  private CountSection() {}

  /** Something that was counted in a scenario. */
  private record Line(Metric metric, @Nullable String request, String of, List<Launch> launches) {

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
          .filter(count -> Objects.equals(count.request(), request))
          .mapToDouble(Count::perRequest)
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
    List<Line> lines =
        counted.stream()
            .flatMap(CountSection::counts)
            .map(count -> new Line(count.metric(), count.request(), count.of(), counted))
            .distinct()
            .sorted(
                comparing(Line::metric)
                    .thenComparing(Line::request, nullsFirst(naturalOrder()))
                    .thenComparing(Line::of))
            .toList();
    if (lines.isEmpty()) {
      return;
    }
    List<Column<Line>> columns = new ArrayList<>();
    columns.add(Column.left("counted", line -> line.metric().label()));
    if (lines.stream().anyMatch(line -> line.request() != null)) {
      columns.add(Column.left("request", line -> Objects.requireNonNullElse(line.request(), "")));
    }
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
