/** A made-up history of ten years, for the size of what is published. */
@NullMarked
package loomwatch.benchmarks.site;

import org.jspecify.annotations.NullMarked;
