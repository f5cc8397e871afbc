package loomwatch.measure.observe;

import com.sun.management.ThreadMXBean;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Runs inside the measured JVM, into which {@link Vitals} loads it. It answers questions about that
 * JVM over one connection, and ends with it. It adds one thread and no listener, and may use no
 * other class of Loomwatch, as none is on the class path there. It is compiled for JDK 17 as well.
 */
public final class VitalsAgent implements Runnable {
  static final String TOTALS = "totals";
  static final String NATIVE_MEMORY = "native-memory";
  static final String LIVE_SET = "live-set";
  static final String LIVE_OBJECTS = "live-objects";

  static final String RECORDING = "recording ";

  /** Longest answer in characters, which take up to three bytes each of at most 65,535. */
  private static final int LONGEST_ANSWER = 21_000;

  private final Socket harness;

  private VitalsAgent(Socket harness) {
    this.harness = harness;
  }

  /** Starts the agent; the JVM calls it with the loopback port on which the harness listens. */
  public static void agentmain(String port) throws IOException {
    Socket harness = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    harness.setTcpNoDelay(true);
    Thread thread = new Thread(new VitalsAgent(harness), "loomwatch-vitals");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try (harness;
        DataInputStream questions = new DataInputStream(harness.getInputStream());
        DataOutputStream answers = new DataOutputStream(harness.getOutputStream())) {
      while (true) {
        answers.writeUTF(answer(questions.readUTF()));
        answers.flush();
      }
    } catch (IOException gone) {
    }
  }

  private static String answer(String question) {
    if (question.startsWith(RECORDING)) {
      return diagnosed("jfrDump", "filename=\"" + question.substring(RECORDING.length()) + "\"");
    }
    return switch (question) {
      case NATIVE_MEMORY -> diagnosed("vmNativeMemory", "summary", "scale=KB");
      case LIVE_SET -> liveSet();
      case LIVE_OBJECTS -> liveObjects();
      default -> totals();
    };
  }

  /**
   * Returns since the start: bytes allocated, milliseconds compiled (-1 where unknown), platform
   * threads started, and classes loaded.
   */
  private static String totals() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    long compiled = compiler == null ? -1 : compiler.getTotalCompilationTime();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return allocated(threads)
        + " "
        + compiled
        + " "
        + threads.getTotalStartedThreadCount()
        + " "
        + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
  }

  /** Returns the bytes of all threads; before JDK 21 those of threads that are alive. */
  private static long allocated(ThreadMXBean threads) {
    try {
      return (long) ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes").invoke(threads);
    } catch (ReflectiveOperationException beforeJdk21) {
      long sum = 0;
      for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
        sum += Math.max(0, bytes);
      }
      return sum;
    }
  }

  private static String liveSet() {
    diagnosed("gcRun", new Object[0], new String[0]);
    return Long.toString(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private static String liveObjects() {
    String all = diagnosed("gcClassHistogram");
    return all.substring(0, Math.min(LONGEST_ANSWER, all.length()));
  }

  /** Returns a diagnostic command's output; empty if the JVM lacks it or it is disabled. */
  private static String diagnosed(String command, String... options) {
    return diagnosed(command, new Object[] {options}, new String[] {String[].class.getName()});
  }

  private static String diagnosed(String command, Object[] arguments, String[] types) {
    try {
      return String.valueOf(
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  command,
                  arguments,
                  types));
    } catch (JMException off) {
      return "";
    }
  }
}
