package loomwatch.judge.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.results.Launch;
import loomwatch.results.study.Claim.Contrast;
import loomwatch.results.study.Quantity;
import loomwatch.results.study.StudyCell;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;

/** The logarithm of a contrast in a block: launches of one block are the only ones compared. */
final class ContrastValues {
  private final StudyRecord record;
  private final Quantity quantity;

  ContrastValues(StudyRecord record, Quantity quantity) {
    this.record = record;
    this.quantity = quantity;
  }

  /**
   * In that block; nothing when a launch of it is missing or does not count.
   *
   * @return not a number where what is taken off leaves nothing
   */
  OptionalDouble logOf(Contrast contrast, int block) {
    List<StudyCell> above = cells(contrast.of());
    double sum = 0;
    for (StudyCell cell : above) {
      OptionalDouble ratio = logRatio(cell, contrast, block);
      if (ratio.isEmpty()) {
        return ratio;
      }
      sum += ratio.getAsDouble();
    }
    return above.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / above.size());
  }

  private OptionalDouble logRatio(StudyCell above, Contrast contrast, int block) {
    OptionalDouble one = value(above, block);
    OptionalDouble other = beside(above, contrast.over(), block);
    @Nullable Map<String, String> minus = contrast.minus();
    OptionalDouble off = minus == null ? OptionalDouble.of(0) : beside(above, minus, block);
    if (one.isEmpty() || other.isEmpty() || off.isEmpty()) {
      return OptionalDouble.empty();
    }
    double top = one.getAsDouble() - off.getAsDouble();
    double bottom = other.getAsDouble() - off.getAsDouble();
    return OptionalDouble.of(top > 0 && bottom > 0 ? Math.log(top / bottom) : Double.NaN);
  }

  /** Of the cell with those levels, and for the rest the levels of that one. */
  private OptionalDouble beside(StudyCell cell, Map<String, String> levels, int block) {
    Map<String, String> wanted = new HashMap<>(cell.levels());
    wanted.putAll(levels);
    return record.design().cells().stream()
        .filter(other -> other.levels().equals(wanted))
        .findFirst()
        .map(other -> value(other, block))
        .orElse(OptionalDouble.empty());
  }

  private List<StudyCell> cells(Map<String, String> levels) {
    return record.design().cells().stream().filter(cell -> cell.isOf(levels)).toList();
  }

  private OptionalDouble value(StudyCell cell, int block) {
    Optional<Launch> launch =
        record.launches().stream()
            .filter(each -> each.block() == block && each.valid() && cell.has(each))
            .findFirst();
    return launch.map(quantity::of).orElse(OptionalDouble.empty());
  }
}
