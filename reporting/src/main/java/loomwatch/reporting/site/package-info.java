/**
 * What the trend site shows: records and verdicts as small files of JSON, and the pages' assets.
 */
@NullMarked
package loomwatch.reporting.site;

import org.jspecify.annotations.NullMarked;
