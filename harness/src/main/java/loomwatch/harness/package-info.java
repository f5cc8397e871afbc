/** Where the program starts; what is done with measurements is in the packages below. */
@NullMarked
package loomwatch.harness;

import org.jspecify.annotations.NullMarked;
