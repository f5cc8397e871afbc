package loomwatch.measure.observe;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Server;
import loomwatch.results.Stack.FrameNames;
import org.jspecify.annotations.Nullable;

/**
 * Asks a measured process about itself, between windows of load only, through a {@link VitalsAgent}
 * loaded into its JVM. Methods fail if the process is gone or does not answer; {@code during} is
 * used in the message. Not thread-safe.
 */
public final class Vitals implements AutoCloseable {
  /** The vitals of a process that is no JVM: all answers are empty. */
  public static final Vitals NONE = new Vitals(null);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final @Nullable Connection connection;

  private Vitals(@Nullable Connection connection) {
    this.connection = connection;
  }

  private record Connection(
      LaunchedServer server, Socket agent, DataInputStream answers, DataOutputStream questions) {}

  /** Loads the agent, after threads and memory at rest were read. Fails if the JVM refuses it. */
  public static Vitals of(LaunchedServer server) throws LaunchFailure, InterruptedException {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      listening.setSoTimeout((int) ANSWER_WITHIN.toMillis());
      Path jar =
          InstrumentingAgent.jar(
              server.directory(), "vitals-agent.jar", VitalsAgent.class, List.of("VitalsAgent"));
      load(server, jar.toAbsolutePath(), listening.getLocalPort());
      Socket agent = listening.accept();
      agent.setTcpNoDelay(true);
      agent.setSoTimeout((int) ANSWER_WITHIN.toMillis());
      return new Vitals(
          new Connection(
              server,
              agent,
              new DataInputStream(agent.getInputStream()),
              new DataOutputStream(agent.getOutputStream())));
    } catch (IOException
        | AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException e) {
      server.requireAlive("when it was asked for its vitals");
      throw server.hung(
          "when it was asked for its vitals",
          "no agent could be loaded into it (" + e + "); -XX:+DisableAttachMechanism forbids it");
    }
  }

  private static void load(LaunchedServer server, Path jar, int port)
      throws IOException,
          AttachNotSupportedException,
          AgentLoadException,
          AgentInitializationException {
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(server.pid()));
    try {
      jvm.loadAgent(jar.toString(), Integer.toString(port));
    } finally {
      jvm.detach();
    }
  }

  /**
   * Running totals since the JVM's start.
   *
   * @param allocatedBytes heap bytes allocated by all threads, carriers included
   * @param compileMillis time the JIT has spent; empty without a JIT
   * @param threadsStarted platform threads
   */
  public record Totals(
      long allocatedBytes, OptionalLong compileMillis, long threadsStarted, long classesLoaded) {
    private static Totals parse(String answer) {
      String[] numbers = answer.split(" ");
      long compiled = Long.parseLong(numbers[1]);
      return new Totals(
          Long.parseLong(numbers[0]),
          compiled < 0 ? OptionalLong.empty() : OptionalLong.of(compiled),
          Long.parseLong(numbers[2]),
          Long.parseLong(numbers[3]));
    }
  }

  public Optional<Totals> totals(String during) throws LaunchFailure, InterruptedException {
    return ask(VitalsAgent.TOTALS, during).map(Totals::parse);
  }

  public Optional<NativeMemory> nativeMemory(String during)
      throws LaunchFailure, InterruptedException {
    return ask(VitalsAgent.NATIVE_MEMORY, during).flatMap(NativeMemory::parse);
  }

  /** Forces a full collection and returns the bytes of heap in use. */
  public OptionalLong liveSet(String during) throws LaunchFailure, InterruptedException {
    return ask(VitalsAgent.LIVE_SET, during).stream().mapToLong(Long::parseLong).findFirst();
  }

  /** Forces a full collection and returns the bytes of objects of the largest classes. */
  public Map<String, Long> liveObjects(String during) throws LaunchFailure, InterruptedException {
    return ask(VitalsAgent.LIVE_OBJECTS, during).map(ClassHistogram::parse).orElse(Map.of());
  }

  /** Writes JFR's recording so far to a file, if there is one. */
  public void keepRecording(Path file, String during) throws LaunchFailure, InterruptedException {
    Optional<String> unused = ask(VitalsAgent.RECORDING + file.toAbsolutePath(), during);
  }

  private Optional<String> ask(String question, String during)
      throws LaunchFailure, InterruptedException {
    if (connection == null) {
      return Optional.empty();
    }
    connection.server.requireAlive(during);
    try {
      connection.questions.writeUTF(question);
      connection.questions.flush();
      return Optional.of(connection.answers.readUTF());
    } catch (IOException e) {
      connection.server.requireNotEnding(during);
      throw connection.server.hung(during, question + ": " + e);
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        connection.agent.close();
      } catch (IOException alreadyGone) {
      }
    }
  }

  /** Rows of a Native Memory Tracking summary (scale KB) that metrics use. */
  public record NativeMemory(
      long threadReservedBytes,
      long threadCommittedBytes,
      long committedBytes,
      long besideHeapBytes) {
    private static final long KB = 1_024;

    // "-                    Thread (reserved=32890KB, committed=2650KB)"; JDK 25 adds "tag=" rows.
    private static final Pattern THREAD =
        Pattern.compile("-\\s+Thread \\([^)]*reserved=(\\d+)KB, committed=(\\d+)KB");
    private static final Pattern HEAP =
        Pattern.compile("-\\s+Java Heap \\([^)]*reserved=(\\d+)KB, committed=(\\d+)KB");
    private static final Pattern TOTAL =
        Pattern.compile("Total: reserved=(\\d+)KB, committed=(\\d+)KB");

    public static Optional<NativeMemory> parse(String summary) {
      Matcher thread = THREAD.matcher(summary);
      OptionalLong committed = find(TOTAL, summary);
      OptionalLong heap = find(HEAP, summary);
      if (!thread.find() || committed.isEmpty() || heap.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new NativeMemory(
              Long.parseLong(thread.group(1)) * KB,
              Long.parseLong(thread.group(2)) * KB,
              committed.getAsLong() * KB,
              (committed.getAsLong() - heap.getAsLong()) * KB));
    }

    private static OptionalLong find(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      return matcher.find()
          ? OptionalLong.of(Long.parseLong(matcher.group(2)))
          : OptionalLong.empty();
    }
  }

  /** A server under load, and its vitals. */
  public record Target(Server server, Vitals vitals) {}

  static final class ClassHistogram {
    /** A line such as {@code 1: 33208 2655184 [B (java.base@25)} with its line end. */
    private static final Pattern LINE =
        Pattern.compile("(?m)^ *\\d+: +\\d+ +(\\d+) +(\\S+)(?: \\(.*\\))?\\R");

    private ClassHistogram() {}

    /** Returns bytes by class as in sources, such as {@code byte[]}, without a cut last line. */
    static Map<String, Long> parse(String text) {
      Map<String, Long> bytes = new LinkedHashMap<>();
      Matcher line = LINE.matcher(text);
      while (line.find()) {
        bytes.merge(name(line.group(2)), Long.parseLong(line.group(1)), Long::sum);
      }
      return bytes;
    }

    private static String name(String binaryName) {
      int dimensions = binaryName.lastIndexOf('[') + 1;
      if (dimensions == 0) {
        return FrameNames.type(binaryName);
      }
      String element = binaryName.substring(dimensions);
      String name =
          element.startsWith("L")
              ? FrameNames.type(element.substring(1, element.length() - 1))
              : ClassDesc.ofDescriptor(element).displayName();
      return name + "[]".repeat(dimensions);
    }
  }
}
