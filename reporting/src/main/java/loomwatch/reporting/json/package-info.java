/** Verdicts, causes, calibrations and bisect's findings as JSON, written and read. */
@NullMarked
package loomwatch.reporting.json;

import org.jspecify.annotations.NullMarked;
