/**
 * From the SPECs of a comparison to subjects that can be started: reading SPECs, finding revisions
 * and JDKs, building what was not built before.
 */
@NullMarked
package loomwatch.measure.arms;

import org.jspecify.annotations.NullMarked;
