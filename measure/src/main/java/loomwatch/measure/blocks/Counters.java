package loomwatch.measure.blocks;

import java.io.IOException;
import loomwatch.measure.host.ProcessClock;
import loomwatch.measure.host.ProcessFacts;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Vitals;

/**
 * A server's running totals at one moment.
 *
 * @param cpuNanos CPU time of all its threads since the start
 * @param switches context switches of its threads
 * @param allocatedBytes heap bytes allocated since the start
 */
record Counters(long cpuNanos, ProcessFacts.Switches switches, long allocatedBytes) {

  /** Before a slice: the CPU clock is read last, so that asking is not charged to the load. */
  static Counters before(Server server) throws LaunchFailure, IOException, InterruptedException {
    long allocated = Vitals.of(server, "before a slice").allocatedBytes();
    ProcessFacts.Switches switches = ProcessFacts.switches(server.pid());
    return new Counters(ProcessClock.cpuNanos(server.pid()), switches, allocated);
  }

  /** After a slice: the CPU clock is read first. */
  static Counters after(Server server) throws LaunchFailure, IOException, InterruptedException {
    server.requireAlive("under load");
    long cpu = ProcessClock.cpuNanos(server.pid());
    ProcessFacts.Switches switches = ProcessFacts.switches(server.pid());
    return new Counters(cpu, switches, Vitals.of(server, "after a slice").allocatedBytes());
  }
}
