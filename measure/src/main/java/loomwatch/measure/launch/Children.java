package loomwatch.measure.launch;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The processes this one started and has not yet seen end. Thread-safe. When the harness is told to
 * stop it ends them; when it is killed, their leash does.
 */
public final class Children implements AutoCloseable {
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Remembers a process until it ends, and closes its leash then. */
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

  /** Asks a process to end, and kills it when it has not within the time. */
  public static void end(Process process, long graceMillis) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(graceMillis, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      process.waitFor();
    }
    closeLeash(process);
  }

  /** Whether they were ended. */
  public boolean closed() {
    return closed;
  }

  /** Kills whatever is still running, and what is started after. */
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
      // The pipe broke with the process: there is no leash left to close.
    }
  }
}
