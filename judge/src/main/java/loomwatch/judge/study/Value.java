package loomwatch.judge.study;

import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A mean over blocks.
 *
 * @param mean of a quantity arithmetic, of a contrast geometric
 * @param interval 90 %; null of one block alone
 * @param blocks how many told
 */
public record Value(double mean, @Nullable Interval interval, int blocks) {}
