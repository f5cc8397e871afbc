/** JSON of verdicts, causes, calibrations and bisect findings. */
@NullMarked
package loomwatch.reporting.json;

import org.jspecify.annotations.NullMarked;
