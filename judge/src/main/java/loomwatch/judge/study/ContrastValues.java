package loomwatch.judge.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.Launch;
import loomwatch.results.study.Quantity;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;

/** The logarithm of a contrast in a block: launches of one block are the only ones compared. */
final class ContrastValues {
  private static final Measured NOTHING = new Measured(0, false);

  private final StudyRecord record;
  private final Quantity quantity;

  /**
   * A cell's value in a block.
   *
   * @param bound whether it may be more
   */
  private record Measured(double value, boolean bound) {}

  ContrastValues(StudyRecord record, Quantity quantity) {
    this.record = record;
    this.quantity = quantity;
  }

  /** In that block; nothing when a launch of it is missing or does not count. */
  Optional<LogRatio> logOf(Contrast contrast, int block) {
    List<StudyCell> above = cells(contrast.of());
    LogRatio sum = LogRatio.NONE;
    for (StudyCell cell : above) {
      Optional<LogRatio> ratio = logRatio(cell, contrast, block);
      if (ratio.isEmpty()) {
        return ratio;
      }
      sum = sum.plus(ratio.get());
    }
    return above.isEmpty() ? Optional.empty() : Optional.of(sum.dividedBy(above.size()));
  }

  private Optional<LogRatio> logRatio(StudyCell above, Contrast contrast, int block) {
    Optional<StudyCell> below = beside(above, contrast.over());
    Optional<Measured> one = value(above, block);
    Optional<Measured> other = below.flatMap(cell -> value(cell, block));
    @Nullable Map<String, String> minus = contrast.minus();
    Optional<Measured> offOne = off(above, minus, block);
    Optional<Measured> offOther = below.flatMap(cell -> off(cell, minus, block));
    if (one.isEmpty() || other.isEmpty() || offOne.isEmpty() || offOther.isEmpty()) {
      return Optional.empty();
    }
    double top = one.get().value() - offOne.get().value();
    double bottom = other.get().value() - offOther.get().value();
    boolean bound = offOne.get().bound() || offOther.get().bound();
    return Optional.of(
        new LogRatio(
            top > 0 && bottom > 0 ? Math.log(top / bottom) : Double.NaN,
            one.get().bound() || bound,
            other.get().bound() || bound));
  }

  /** What is taken off that cell: where levels are left out, of the one that has the same. */
  private Optional<Measured> off(StudyCell cell, @Nullable Map<String, String> minus, int block) {
    return minus == null
        ? Optional.of(NOTHING)
        : beside(cell, minus).flatMap(other -> value(other, block));
  }

  /** The cell with those levels, and for the rest the levels of that one. */
  private Optional<StudyCell> beside(StudyCell cell, Map<String, String> levels) {
    Map<String, String> wanted = new HashMap<>(cell.levels());
    wanted.putAll(levels);
    return record.design().cells().stream()
        .filter(other -> other.levels().equals(wanted))
        .findFirst();
  }

  private List<StudyCell> cells(Map<String, String> levels) {
    return record.design().cells().stream().filter(cell -> cell.isOf(levels)).toList();
  }

  private Optional<Measured> value(StudyCell cell, int block) {
    Optional<Launch> launch =
        record.launches().stream()
            .filter(each -> each.block() == block && each.valid() && cell.has(each))
            .findFirst();
    return launch
        .filter(each -> quantity.of(each).isPresent())
        .map(each -> new Measured(quantity.of(each).getAsDouble(), quantity.isBound(each)));
  }
}
