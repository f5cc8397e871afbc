/** What changed between base and head: the parts of its report. */
@NullMarked
package loomwatch.tell.comparison;

import org.jspecify.annotations.NullMarked;
