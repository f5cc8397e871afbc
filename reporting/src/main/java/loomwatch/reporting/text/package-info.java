/** Formats words, numbers and tables for all reports. */
@NullMarked
package loomwatch.reporting.text;

import org.jspecify.annotations.NullMarked;
