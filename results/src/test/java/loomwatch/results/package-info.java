@NullMarked
package loomwatch.results;

import org.jspecify.annotations.NullMarked;
