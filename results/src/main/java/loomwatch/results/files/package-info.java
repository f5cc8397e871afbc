/** Files of Loomwatch: atomic writes, packing, locks, hashes, months, and their errors. */
@NullMarked
package loomwatch.results.files;

import org.jspecify.annotations.NullMarked;
