package loomwatch.measure.launch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import loomwatch.measure.host.ProcessTree;

/** Ends a process and all that it started, and knows what it left behind. */
final class Ending {
  /** For what ends by itself once its parent has, and what is asked to; then the leash kills. */
  private static final Duration AFTERWARDS = Duration.ofMillis(500);

  private static final Duration BETWEEN = Duration.ofMillis(10);

  private Ending() {}

  /**
   * Asks the process to end, and kills it when it has not within the time; then what it started.
   *
   * @return the command line of each that was still there when it had ended, and some time later
   */
  static List<String> of(Process process, long graceMillis) throws InterruptedException {
    ProcessTree tree = new ProcessTree(process.pid());
    // Those with an environment of their own are known by their parent only.
    Set<Long> started = new TreeSet<>(tree.pids());
    Children.end(process, graceMillis);
    started.addAll(tree.pids());
    List<Long> left = stillThere(started);
    List<String> names = left.stream().map(ProcessTree::name).toList();
    signal(left, ProcessHandle::destroy);
    signal(stillThere(left), ProcessHandle::destroyForcibly);
    return names.stream().filter(Predicate.not(String::isEmpty)).toList();
  }

  private static void signal(List<Long> pids, Consumer<ProcessHandle> signal) {
    pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(signal));
  }

  /** Those that run after a while; at once when none does. */
  private static List<Long> stillThere(Collection<Long> pids) throws InterruptedException {
    long end = System.nanoTime() + AFTERWARDS.toNanos();
    List<Long> there = pids.stream().filter(ProcessTree::runs).toList();
    while (!there.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(BETWEEN);
      there = there.stream().filter(ProcessTree::runs).toList();
    }
    return there;
  }
}
