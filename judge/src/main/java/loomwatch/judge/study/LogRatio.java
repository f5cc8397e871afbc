package loomwatch.judge.study;

/**
 * The logarithm of a contrast in a block.
 *
 * @param value not a number where what is taken off leaves nothing
 * @param maybeMore whether it may be more: a value above the line is a bound
 * @param maybeLess whether it may be less: a value below the line is one
 */
record LogRatio(double value, boolean maybeMore, boolean maybeLess) {
  static final LogRatio NONE = new LogRatio(0, false, false);

  LogRatio plus(LogRatio other) {
    return new LogRatio(
        value + other.value, maybeMore || other.maybeMore, maybeLess || other.maybeLess);
  }

  LogRatio minus(LogRatio other) {
    return new LogRatio(
        value - other.value, maybeMore || other.maybeLess, maybeLess || other.maybeMore);
  }

  LogRatio dividedBy(int number) {
    return new LogRatio(value / number, maybeMore, maybeLess);
  }
}
