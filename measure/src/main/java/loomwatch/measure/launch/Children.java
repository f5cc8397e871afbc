package loomwatch.measure.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import loomwatch.measure.host.ProcessTree;

/** Tracks started processes until they end, and ends them on close. Thread-safe. */
public final class Children implements AutoCloseable {
  private static final Duration AFTERWARDS = Duration.ofMillis(500);

  private static final Duration BETWEEN = Duration.ofMillis(10);

  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public Process watch(Process process) {
    running.add(process);
    if (closed) {
      process.destroyForcibly();
    }
    process
        .onExit()
        .thenAccept(ended -> {
          running.remove(ended);
          closeLeash(ended);
        });
    return process;
  }

  public static void end(Process process, long graceMillis) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(graceMillis, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      process.waitFor();
    }
    closeLeash(process);
  }

  /**
   * Ends a process and its descendants.
   *
   * @return the command line of each descendant that was still there some time after the process
   *     ended
   */
  static List<String> endTree(Process process, long graceMillis) throws InterruptedException {
    ProcessTree tree = new ProcessTree(process.pid());
    // Descendants with an environment of their own are found by their parent only.
    Set<Long> started = new TreeSet<>(tree.pids());
    end(process, graceMillis);
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

  private static List<Long> stillThere(Collection<Long> pids) throws InterruptedException {
    long end = System.nanoTime() + AFTERWARDS.toNanos();
    List<Long> there = pids.stream().filter(ProcessTree::runs).toList();
    while (!there.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(BETWEEN);
      there = there.stream().filter(ProcessTree::runs).toList();
    }
    return there;
  }

  public boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    for (Process process : running) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void closeLeash(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // The pipe broke because the process ended: there is no leash left to close.
    }
  }
}
