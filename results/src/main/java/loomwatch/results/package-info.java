/**
 * The record: the contract between measuring and judging.
 *
 * <p>A measurement produces a {@link loomwatch.results.MeasurementRecord}; {@link
 * loomwatch.results.StoredRecord} reads and writes it, {@link
 * loomwatch.results.history.RecordStore} keeps those of a history. {@code record.schema.json} in
 * this package documents the format field by field, with units, and tests check it in both
 * directions.
 *
 * <p>A new field, or a changed meaning, requires a new {@link
 * loomwatch.results.MeasurementRecord#SCHEMA} with its schema and fixture, and code that reads
 * earlier versions. A new metric, unit or cause does not: a Loomwatch that does not know it refuses
 * the record and advises an update.
 */
@NullMarked
package loomwatch.results;

import org.jspecify.annotations.NullMarked;
