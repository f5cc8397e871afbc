/**
 * Files of Loomwatch: written atomically, packed, with one writer at a time, named by hash or
 * month; and the errors of reading and writing them.
 */
@NullMarked
package loomwatch.results.files;

import org.jspecify.annotations.NullMarked;
