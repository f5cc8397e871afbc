/** Studies: found, measured block by block, gone on with, judged. */
@NullMarked
package loomwatch.harness.study;

import org.jspecify.annotations.NullMarked;
