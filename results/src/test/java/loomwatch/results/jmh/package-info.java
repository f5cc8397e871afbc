@NullMarked
package loomwatch.results.jmh;

import org.jspecify.annotations.NullMarked;
