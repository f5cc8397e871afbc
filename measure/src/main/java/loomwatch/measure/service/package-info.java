/** Reads the service file: how a service is built, started, checked for readiness, and loaded. */
@NullMarked
package loomwatch.measure.service;

import org.jspecify.annotations.NullMarked;
