/** Apache JMeter as a load generator, in a JVM of its own: one that drives it, and its agents. */
package loomwatch.jmeter;
