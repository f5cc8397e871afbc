/** Reading a study's file, and planning its rounds. */
@NullMarked
package loomwatch.measure.study;

import org.jspecify.annotations.NullMarked;
