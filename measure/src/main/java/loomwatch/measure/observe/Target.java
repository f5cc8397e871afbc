package loomwatch.measure.observe;

import loomwatch.measure.launch.Server;

/**
 * What is loaded and watched.
 *
 * @param server the process
 * @param vitals what it says of itself
 */
public record Target(Server server, Vitals vitals) {}
