package loomwatch.measure.observe;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A collection of a JVM's heap.
 *
 * @param at when it began
 * @param allocated bytes since the one before; empty of the first, and where a concurrent cycle ran
 *     in between: what that freed hides what was allocated
 * @param promoted bytes that it moved to the old generation; empty where the collector does not
 *     tell
 */
public record Collection(Instant at, OptionalLong allocated, OptionalLong promoted) {}
