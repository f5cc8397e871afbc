package loomwatch.server.workload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A service elsewhere, played: it answers after a while. */
final class DelayedService {
  static final int MOST_MILLIS = 60_000;
  private static final byte[] ANSWER = Workload.ascii("the service's answer\n");

  /** The one thread that stands for the network: it only completes futures. */
  private static final ScheduledExecutorService NETWORK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform()
              .daemon()
              .name("service")
              // Else it holds the first caller's class loader, and Tomcat warns of a leak.
              .inheritInheritableThreadLocals(false)
              .factory());

  private DelayedService() {}

  /** Blocks until it answers. */
  static byte[] answerAfter(int millis) throws InterruptedException {
    if (millis > 0) {
      Thread.sleep(millis);
    }
    return ANSWER;
  }

  /** Answers on the network's thread. */
  static CompletableFuture<byte[]> futureAfter(int millis) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    if (millis == 0) {
      answer.complete(ANSWER);
    } else {
      var unused = NETWORK.schedule(() -> answer.complete(ANSWER), millis, TimeUnit.MILLISECONDS);
    }
    return answer;
  }
}
