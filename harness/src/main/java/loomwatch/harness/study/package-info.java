/** Studies: found, measured round by round, gone on with, judged. */
@NullMarked
package loomwatch.harness.study;

import org.jspecify.annotations.NullMarked;
