package loomwatch.measure.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.StudyCell;

/**
 * What a file of {@code studies/} says.
 *
 * @param file as it was named to the reader
 * @param design what is recorded of it
 * @param cells with how each is launched, in the order of the design
 * @param slice how long each stretch of load is
 * @param slices how many each launch has
 * @param think in a closed loop, between an answer and the next request
 */
public record StudyFile(
    Path file,
    StudyDesign design,
    List<PlannedCell> cells,
    Duration slice,
    int slices,
    Duration think) {
  public StudyFile {
    cells = List.copyOf(cells);
  }

  /** Its loads, each once. */
  public List<Scenario> scenarios() {
    Map<String, Scenario> byName = new LinkedHashMap<>();
    cells.forEach(cell -> cell.scenario().ifPresent(load -> byName.put(load.name(), load)));
    return List.copyOf(byName.values());
  }

  /** Whether each server's highest rate is looked for. */
  public boolean ofCapacity() {
    return ofCapacity(design.claims());
  }

  static boolean ofCapacity(List<Claim> claims) {
    return anyOf(claims, Metric.CAPACITY);
  }

  /** Whether one of them is of that metric. */
  static boolean anyOf(List<Claim> claims, Metric metric) {
    return claims.stream().anyMatch(claim -> claim.quantity().equals(metric.label()));
  }

  /** One cell of each arm, by the arm's name. */
  public Map<String, PlannedCell> arms() {
    Map<String, PlannedCell> byName = new LinkedHashMap<>();
    cells.forEach(cell -> byName.putIfAbsent(cell.cell().arm(), cell));
    return byName;
  }

  /** Its benchmarks. */
  public Collection<String> benchmarks() {
    return cells.stream().map(PlannedCell::benchmark).flatMap(Optional::stream).distinct().toList();
  }

  /**
   * A cell with how it is launched.
   *
   * @param cell its levels and its place
   * @param subject what is launched
   * @param part what is said of it
   * @param scenario its load; empty for a benchmark
   * @param benchmark of the JMH suite; empty for a server
   */
  public record PlannedCell(
      StudyCell cell,
      StudySubject subject,
      ArmPart part,
      Optional<Scenario> scenario,
      Optional<String> benchmark) {}
}
