/** A study's design, launches and file. */
@NullMarked
package loomwatch.results.study;

import org.jspecify.annotations.NullMarked;
