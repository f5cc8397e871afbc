package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.OptionalLong;
import loomwatch.measure.host.ProcessFacts;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Target;
import loomwatch.measure.observe.Vitals;

/**
 * A server's running totals at one moment.
 *
 * @param cpu CPU time of its processes since the start
 * @param switches context switches of their threads
 * @param allocatedBytes heap bytes allocated since the start; empty where nobody tells
 */
record Counters(ProcessTree.Cpu cpu, ProcessFacts.Switches switches, OptionalLong allocatedBytes) {

  /** Before a slice: the CPU clock is read last, so that asking is not charged to the load. */
  static Counters before(Target target) throws LaunchFailure, IOException, InterruptedException {
    OptionalLong allocated = allocated(target, "before a slice");
    ProcessTree tree = target.server().tree();
    ProcessFacts.Switches switches = tree.switches();
    return new Counters(tree.cpu(), switches, allocated);
  }

  /** After a slice: the CPU clock is read first. */
  static Counters after(Target target) throws LaunchFailure, IOException, InterruptedException {
    Server server = target.server();
    server.requireAlive("under load");
    ProcessTree.Cpu cpu = server.tree().cpu();
    ProcessFacts.Switches switches = server.tree().switches();
    return new Counters(cpu, switches, allocated(target, "after a slice"));
  }

  private static OptionalLong allocated(Target target, String during)
      throws LaunchFailure, InterruptedException {
    return target.vitals().totals(during).stream()
        .mapToLong(Vitals.Totals::allocatedBytes)
        .findFirst();
  }

  /** What was allocated since; empty where nobody tells. */
  OptionalLong allocatedSince(Counters before) {
    return allocatedBytes.isEmpty() || before.allocatedBytes().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(allocatedBytes.getAsLong() - before.allocatedBytes().getAsLong());
  }
}
