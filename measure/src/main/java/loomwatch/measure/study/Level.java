package loomwatch.measure.study;

import loomwatch.results.Launch.Mode;
import org.jspecify.annotations.Nullable;

/**
 * One value of a factor.
 *
 * @param name in reports and claims
 * @param mode how threads serve requests, or null when another factor says so
 * @param load what it says of the load
 * @param arm what it says of the subject
 * @param benchmark of the JMH suite, as {@code ThreadCreation.computeInMainThread}, or null
 */
record Level(
    String name, @Nullable Mode mode, LoadPart load, ArmPart arm, @Nullable String benchmark) {}
