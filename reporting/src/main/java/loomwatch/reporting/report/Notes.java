package loomwatch.reporting.report;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.reporting.report.ScenarioView.Row;

/** The doubts about the numbers shown, each once, numbered from 1 in the order met. */
final class Notes {
  private static final String ONE_LAUNCH =
      "one launch: there is no interval, and no difference can be shown";

  private final Map<String, Map<String, Set<JudgedMode>>> about = new LinkedHashMap<>();

  private Notes() {}

  /** Those of these rows. */
  static Notes of(List<ScenarioView> shown) {
    Notes notes = new Notes();
    for (ScenarioView scenario : shown) {
      for (Row row : scenario.rows()) {
        for (JudgedMode mode : JudgedMode.values()) {
          row.cell(mode).ifPresent(cell -> notes.add(scenario.name(), cell));
        }
      }
    }
    return notes;
  }

  /** Those of these lines. */
  static Notes ofLines(List<MetricVerdict> shown) {
    Notes notes = new Notes();
    shown.forEach(line -> notes.add(line.scenario(), line));
    return notes;
  }

  private void add(String scenario, MetricVerdict cell) {
    for (String doubt : doubts(cell)) {
      about
          .computeIfAbsent(doubt, key -> new LinkedHashMap<>())
          .computeIfAbsent(scenario, key -> EnumSet.noneOf(JudgedMode.class))
          .add(cell.mode());
    }
  }

  private static Set<String> doubts(MetricVerdict cell) {
    Set<String> doubts = new LinkedHashSet<>(cell.doubts());
    if (cell.launches() == 1 && cell.value() != null) {
      doubts.add(ONE_LAUNCH);
    }
    return doubts;
  }

  /** The numbers of a row's notes: {@code 1,3}; empty when there is none. */
  String marks(Row row) {
    return marks(row.cells().values().stream());
  }

  /** The same of one mode. */
  String marks(MetricVerdict cell) {
    return marks(Stream.of(cell));
  }

  private String marks(Stream<MetricVerdict> cells) {
    List<String> order = List.copyOf(about.keySet());
    return cells
        .flatMap(cell -> doubts(cell).stream())
        .distinct()
        .map(doubt -> order.indexOf(doubt) + 1)
        .filter(number -> number > 0)
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  /** Each doubt with the scenarios and modes it is about, in the order of the numbers. */
  List<String> texts() {
    return about.entrySet().stream()
        .map(note -> note.getKey() + " (" + scope(note.getValue()) + ")")
        .toList();
  }

  private static String scope(Map<String, Set<JudgedMode>> where) {
    return where.entrySet().stream()
        .map(entry -> entry.getKey() + modes(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** A ratio shares the doubts of its modes, so it is named only when it stands alone. */
  private static String modes(Set<JudgedMode> modes) {
    Set<JudgedMode> own = EnumSet.copyOf(modes);
    if (own.size() > 1) {
      own.remove(JudgedMode.RATIO);
    }
    return own.size() > 1
        ? ""
        : " " + own.stream().map(JudgedMode::label).collect(Collectors.joining());
  }
}
