/** One run's numbers and limits: the parts of its report. */
@NullMarked
package loomwatch.tell.run;

import org.jspecify.annotations.NullMarked;
