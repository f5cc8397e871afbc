/**
 * Turns the SPECs of a comparison into services that can be started: reads SPECs, finds revisions
 * and JDKs, and builds what is not cached.
 */
@NullMarked
package loomwatch.measure.variants;

import org.jspecify.annotations.NullMarked;
