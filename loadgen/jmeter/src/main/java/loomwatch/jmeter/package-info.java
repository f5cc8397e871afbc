/** Runs Apache JMeter as a load generator, in a controlling JVM and in agents. */
package loomwatch.jmeter;
