/** Commands that measure the published figures about Loomwatch itself. */
@NullMarked
package loomwatch.benchmarks;

import org.jspecify.annotations.NullMarked;
