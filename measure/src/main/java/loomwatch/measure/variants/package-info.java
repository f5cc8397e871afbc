/** Finds and builds the variants that the SPECs of a comparison describe. */
@NullMarked
package loomwatch.measure.variants;

import org.jspecify.annotations.NullMarked;
