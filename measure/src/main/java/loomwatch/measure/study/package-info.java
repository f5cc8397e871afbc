/** Reads a study's file and plans its rounds. */
@NullMarked
package loomwatch.measure.study;

import org.jspecify.annotations.NullMarked;
