/** Reading a study's file, and planning its blocks. */
@NullMarked
package loomwatch.measure.study;

import org.jspecify.annotations.NullMarked;
