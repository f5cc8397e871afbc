package loomwatch.judge.verdict;

import org.jspecify.annotations.Nullable;

/**
 * What one limit or tolerance of the policy comes to by itself, where two may speak of one line.
 *
 * @param verdict on it alone
 * @param gate whether it takes part in the whole verdict or informs
 * @param reason what decided, in words and figures
 * @param why the policy's own words, or null
 */
public record Found(Outcome verdict, boolean gate, String reason, @Nullable String why) {}
