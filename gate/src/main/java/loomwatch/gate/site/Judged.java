package loomwatch.gate.site;

import org.jspecify.annotations.Nullable;

/**
 * What is said of one series in one mode.
 *
 * @param unit of its values
 * @param direction which way it gets better: {@code lower} or {@code higher}
 * @param gate whether it decides verdicts
 * @param verdict of the newest run; null where the policy has no limit for it
 * @param reason what decided, in words
 */
record Judged(
    String unit, String direction, boolean gate, @Nullable String verdict, String reason) {}
