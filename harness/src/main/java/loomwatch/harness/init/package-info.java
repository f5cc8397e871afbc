/** A first service file for a folder that has none: what is found there, guessed, and tried. */
@NullMarked
package loomwatch.harness.init;

import org.jspecify.annotations.NullMarked;
