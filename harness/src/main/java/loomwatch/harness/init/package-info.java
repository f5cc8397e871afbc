/**
 * Creates a first service file for a folder, by trying the service out: how it is built and started
 * by its build files, its requests by its sources, its OpenAPI file, or a file of another tool.
 */
@NullMarked
package loomwatch.harness.init;

import org.jspecify.annotations.NullMarked;
