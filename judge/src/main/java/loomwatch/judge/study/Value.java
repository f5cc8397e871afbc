package loomwatch.judge.study;

import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A mean over blocks.
 *
 * @param mean of a quantity arithmetic, of a contrast geometric
 * @param interval 90 %; null of one block alone
 * @param blocks how many told
 * @param mayBeMore of a contrast, whether what is above the line is only known to be at least that
 * @param mayBeLess whether what is below it is
 */
public record Value(
    double mean, @Nullable Interval interval, int blocks, boolean mayBeMore, boolean mayBeLess) {
  Value(double mean, @Nullable Interval interval, int blocks) {
    this(mean, interval, blocks, false, false);
  }
}
