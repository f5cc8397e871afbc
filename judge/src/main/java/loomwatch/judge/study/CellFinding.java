package loomwatch.judge.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.study.StudyDesign.StudyCell;

/**
 * What a cell's launches showed.
 *
 * @param values by the quantity's name; missing what was not measured
 * @param valid its launches that count
 * @param doubts about what is claimed of it, a line each
 * @param lost why the others do not count, a line each
 */
public record CellFinding(
    StudyCell cell, Map<String, Value> values, int valid, List<String> doubts, List<String> lost) {
  public CellFinding {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    doubts = List.copyOf(doubts);
    lost = List.copyOf(lost);
  }
}
