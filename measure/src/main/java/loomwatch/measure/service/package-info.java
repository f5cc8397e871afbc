/** The service file: how a team's service is built, started, known to be ready and loaded. */
@NullMarked
package loomwatch.measure.service;

import org.jspecify.annotations.NullMarked;
