package loomwatch.judge.verdict;

/** A 90 % two-sided confidence interval over launches: each end is a one-sided 95 % bound. */
public record Interval(double low, double high) {}
