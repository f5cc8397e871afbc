package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;

/**
 * A server's running totals at one moment.
 *
 * @param kernel what the kernel counts; empty of a server elsewhere
 * @param allocatedBytes heap bytes allocated since the start; empty where nobody tells
 */
record Counters(Optional<ProcessTree.Counts> kernel, OptionalLong allocatedBytes) {

  /** Before a slice: the CPU clock is read last, so that asking is not charged to the load. */
  static Counters before(Target target) throws LaunchFailure, IOException, InterruptedException {
    OptionalLong allocated = allocated(target, "before a slice");
    Optional<ProcessTree> tree = target.server().tree();
    return new Counters(
        tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsBefore()), allocated);
  }

  /** After a slice: the CPU clock is read first. */
  static Counters after(Target target) throws LaunchFailure, IOException, InterruptedException {
    Server server = target.server();
    server.requireAlive("under load");
    Optional<ProcessTree> tree = server.tree();
    Optional<ProcessTree.Counts> kernel =
        tree.isEmpty() ? Optional.empty() : Optional.of(tree.get().countsAfter());
    return new Counters(kernel, allocated(target, "after a slice"));
  }

  private static OptionalLong allocated(Target target, String during)
      throws LaunchFailure, InterruptedException {
    return target.vitals().totals(during).stream()
        .mapToLong(Vitals.Totals::allocatedBytes)
        .findFirst();
  }

  /** Context switches since; empty of a server elsewhere. */
  OptionalLong switchesSince(Counters before) {
    return kernel.isEmpty() || before.kernel.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(kernel.get().switches().since(before.kernel.get().switches()));
  }

  /** What was allocated since; empty where nobody tells. */
  OptionalLong allocatedSince(Counters before) {
    return allocatedBytes.isEmpty() || before.allocatedBytes().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(allocatedBytes.getAsLong() - before.allocatedBytes().getAsLong());
  }
}
