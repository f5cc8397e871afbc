package loomwatch.measure.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import loomwatch.results.Stack.FrameNames;

/** Builds the call stacks of events, without glue code and Loomwatch's own. Not thread-safe. */
final class EventStacks {
  private static final Set<String> NOT_JAVA = Set.of("Native", "C++", "Kernel");

  /** Loomwatch's class that runs while it measures. */
  private static final String AGENT = VitalsAgent.class.getName();

  /** Shares equal frames: a recording has a few thousand of them, a million times. */
  private final Map<Frame, Frame> frames = new HashMap<>();

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> methods = new HashMap<>();

  /** Caches stacks: JFR keeps each once per chunk, and reading one is slow. */
  private final Map<RecordedStackTrace, Optional<Stack>> known = new IdentityHashMap<>();

  /** Returns the stack; empty where JFR has none, or JFR or Loomwatch itself was running. */
  Optional<Stack> of(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null ? Optional.empty() : known.computeIfAbsent(trace, this::stack);
  }

  private Optional<Stack> stack(RecordedStackTrace trace) {
    List<Frame> outermostFirst = new ArrayList<>();
    for (RecordedFrame recorded : trace.getFrames().reversed()) {
      RecordedMethod method = recorded.getMethod();
      if (!recorded.isJavaFrame() || method == null || NOT_JAVA.contains(recorded.getType())) {
        continue;
      }
      String type = types.computeIfAbsent(method.getType().getName(), FrameNames::type);
      if (type.isEmpty()) {
        // async-profiler marks a missing Java frame in this way.
        continue;
      }
      if (type.startsWith("jdk.jfr.") || type.equals(AGENT)) {
        return Optional.empty();
      }
      if (!FrameNames.isGlue(type)) {
        Frame frame =
            new Frame(
                type,
                methods.computeIfAbsent(method.getName(), FrameNames::method),
                Math.max(0, recorded.getLineNumber()));
        outermostFirst.add(frames.computeIfAbsent(frame, same -> same));
      }
    }
    return outermostFirst.isEmpty() ? Optional.empty() : Optional.of(new Stack(outermostFirst));
  }

  /** The reason why a whole JVM was stopped, in place of a stack. */
  static final class PauseReason {
    /** Operations of collections, which have an event of their own that names the cause. */
    private static final Pattern OF_COLLECTORS =
        Pattern.compile("(?i).*(G1|GC|Collect|Parallel|Shen|Z[A-Z]|XMark|XRelocate|XVerify).*");

    private PauseReason() {}

    static Stack collection(RecordedEvent event) {
      return because("collection: " + event.getString("cause"));
    }

    /** Reads {@code jdk.ExecuteVMOperation}; empty for a collection or without a safepoint. */
    static Optional<Stack> safepoint(RecordedEvent event) {
      String name = event.getString("operation");
      return event.getBoolean("safepoint") && !OF_COLLECTORS.matcher(name).matches()
          ? Optional.of(because("safepoint: " + name))
          : Optional.empty();
    }

    static Stack because(String reason) {
      return new Stack(List.of(new Frame("", reason, 0)));
    }
  }

  /** Recognizes threads that wait for work and so are not blocked, such as idle pool threads. */
  static final class WaitingThreads {
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

    private WaitingThreads() {}

    /**
     * Reports whether a thread waits for work. A carrier with a virtual thread has that thread's
     * frames on its stack, and a pool's worker its task's, nearer the top than the frames that
     * wait.
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

  /** Classifies a JVM's threads that run no Java code by their purpose. */
  static final class JvmThreads {
    static final Stack PROFILERS = named("profilers");

    private static final Pattern OF_PROFILERS = Pattern.compile("(?i)(JFR|loomwatch|async-prof).*");
    private static final Pattern COMPILER = Pattern.compile("C[12] Compiler.*|JVMCI.*");
    private static final Pattern COLLECTOR =
        Pattern.compile("(GC|G1|[XZ][A-Z]|Shenandoah|Concurrent).*");

    private JvmThreads() {}

    static boolean isOfProfilers(String thread) {
      return OF_PROFILERS.matcher(thread).matches();
    }

    static Stack stack(String thread) {
      if (COMPILER.matcher(thread).matches()) {
        return Stack.JIT_COMPILER;
      }
      return named(COLLECTOR.matcher(thread).matches() ? "garbage collector" : "JVM");
    }

    private static Stack named(String what) {
      return new Stack(List.of(new Frame("", what, 0)));
    }
  }
}
