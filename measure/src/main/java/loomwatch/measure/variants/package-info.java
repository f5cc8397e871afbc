/**
 * From the SPECs of a comparison to services that can be started: reading SPECs, finding revisions
 * and JDKs, building what was not built before.
 */
@NullMarked
package loomwatch.measure.variants;

import org.jspecify.annotations.NullMarked;
