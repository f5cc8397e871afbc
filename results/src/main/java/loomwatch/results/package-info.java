/** The record: the contract between measuring and judging. */
@NullMarked
package loomwatch.results;

import org.jspecify.annotations.NullMarked;
