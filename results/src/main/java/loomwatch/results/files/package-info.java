/**
 * Files as all of ours are kept: whole or not there, packed, one writer at a time, named by hash
 * and by month; and how it is said that one cannot be read or written.
 */
@NullMarked
package loomwatch.results.files;

import org.jspecify.annotations.NullMarked;
