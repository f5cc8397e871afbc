package loomwatch.measure.profile;

import java.util.Set;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * Threads that wait for work are not held up: a pool's that ask for the next task, a carrier
 * without a virtual thread, and those of the JDK and Tomcat that wait for whatever may come.
 */
final class Idling {
  private static final Set<String> WAITING_FOR_WORK =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor.getTask",
          "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
          "java.util.concurrent.DelayScheduler.loop",
          "java.util.concurrent.ForkJoinPool.awaitWork",
          "java.util.concurrent.ForkJoinPool.runWorker",
          "java.util.TimerThread.mainLoop",
          "java.lang.ref.ReferenceQueue.remove",
          "jdk.internal.ref.CleanerImpl.run",
          "org.apache.catalina.core.StandardServer.await",
          "org.apache.catalina.core.ContainerBase$ContainerBackgroundProcessor.run",
          "org.apache.tomcat.util.net.Acceptor.run",
          "org.apache.tomcat.util.net.NioEndpoint$Poller.run");

  private Idling() {}

  /**
   * A carrier that runs a virtual thread has that thread's work on its stack, and a worker of a
   * pool of tasks its task's, further in than what asks for the next.
   */
  static boolean is(Stack stack) {
    boolean waits = false;
    for (Frame frame : stack.frames()) {
      if (frame.name().equals("java.lang.VirtualThread.runContinuation")) {
        return false;
      }
      waits =
          !frame.name().equals("java.util.concurrent.ForkJoinTask.doExec")
              && (waits || WAITING_FOR_WORK.contains(frame.name()));
    }
    return waits;
  }
}
