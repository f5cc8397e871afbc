package loomwatch.measure.observe;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ClassDesc;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Server;
import loomwatch.results.Stack.FrameNames;

/**
 * What a measured process says of itself, asked between windows of load only. Each question takes
 * what happens {@code during} it for the message of a failure: it fails when the process is gone or
 * does not answer.
 */
public interface Vitals extends AutoCloseable {
  Vitals NONE = new Vitals() {};

  /**
   * Running totals since it started.
   *
   * @param allocatedBytes heap bytes allocated by all threads, carriers included
   * @param compileMillis time the JIT has spent; empty without a JIT
   */
  record Totals(long allocatedBytes, OptionalLong compileMillis) {}

  default Optional<Totals> totals(String during) throws LaunchFailure, InterruptedException {
    return Optional.empty();
  }

  default Optional<NativeMemory> nativeMemory(String during)
      throws LaunchFailure, InterruptedException {
    return Optional.empty();
  }

  /**
   * Has it collect its whole heap, then tells the bytes of the heap in use; empty where nobody
   * tells.
   */
  default OptionalLong liveSet(String during) throws LaunchFailure, InterruptedException {
    return OptionalLong.empty();
  }

  /**
   * Has it collect its whole heap, then tells the bytes that objects of a class take, of the
   * classes that take most; empty where nobody tells.
   */
  default Map<String, Long> liveObjects(String during) throws LaunchFailure, InterruptedException {
    return Map.of();
  }

  default void keepRecording(Path file, String during) throws LaunchFailure, InterruptedException {}

  @Override
  default void close() {}

  /**
   * The rows of a Native Memory Tracking summary (scale KB) that metrics are made of: reserved and
   * committed for thread stacks, committed by all of the JVM, and of that all but the heap.
   */
  record NativeMemory(
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

  record Target(Server server, Vitals vitals) {}

  /** The connection to a {@link VitalsAgent} loaded into a running JVM. Not thread-safe. */
  public static final class VitalsLink implements Vitals {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final LaunchedServer server;
    private final Socket agent;
    private final DataInputStream answers;
    private final DataOutputStream questions;

    private VitalsLink(LaunchedServer server, Socket agent) throws IOException {
      this.server = server;
      this.agent = agent;
      this.answers = new DataInputStream(agent.getInputStream());
      this.questions = new DataOutputStream(agent.getOutputStream());
    }

    /**
     * Loads the agent into a server's JVM. Look at its threads and memory at rest before. Fails
     * when the JVM is gone, or lets nothing be loaded.
     */
    public static VitalsLink to(LaunchedServer server) throws LaunchFailure, InterruptedException {
      try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        listening.setSoTimeout((int) ANSWER_WITHIN.toMillis());
        load(server, agentJar(server.directory()), listening.getLocalPort());
        Socket agent = listening.accept();
        agent.setTcpNoDelay(true);
        agent.setSoTimeout((int) ANSWER_WITHIN.toMillis());
        return new VitalsLink(server, agent);
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

    /** Made where it is needed: no module of its own, and nothing to be found on the disk. */
    private static Path agentJar(Path directory) throws IOException {
      Path jar = directory.resolve("vitals-agent.jar").toAbsolutePath();
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest
          .getMainAttributes()
          .put(new Attributes.Name("Agent-Class"), VitalsAgent.class.getName());
      String entry = VitalsAgent.class.getName().replace('.', '/') + ".class";
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
          InputStream in =
              Objects.requireNonNull(VitalsAgent.class.getResourceAsStream("/" + entry))) {
        out.putNextEntry(new JarEntry(entry));
        in.transferTo(out);
        out.closeEntry();
      }
      return jar;
    }

    @Override
    public Optional<Totals> totals(String during) throws LaunchFailure, InterruptedException {
      String[] answer = ask(VitalsAgent.TOTALS, during).split(" ");
      long compiled = Long.parseLong(answer[1]);
      return Optional.of(
          new Totals(
              Long.parseLong(answer[0]),
              compiled < 0 ? OptionalLong.empty() : OptionalLong.of(compiled)));
    }

    @Override
    public Optional<NativeMemory> nativeMemory(String during)
        throws LaunchFailure, InterruptedException {
      return NativeMemory.parse(ask(VitalsAgent.NATIVE_MEMORY, during));
    }

    @Override
    public OptionalLong liveSet(String during) throws LaunchFailure, InterruptedException {
      return OptionalLong.of(Long.parseLong(ask(VitalsAgent.LIVE_SET, during)));
    }

    @Override
    public Map<String, Long> liveObjects(String during) throws LaunchFailure, InterruptedException {
      return ClassHistogram.parse(ask(VitalsAgent.LIVE_OBJECTS, during));
    }

    @Override
    public void keepRecording(Path file, String during) throws LaunchFailure, InterruptedException {
      String unused = ask(VitalsAgent.RECORDING + file.toAbsolutePath(), during);
    }

    private String ask(String question, String during) throws LaunchFailure, InterruptedException {
      server.requireAlive(during);
      try {
        questions.writeUTF(question);
        questions.flush();
        return answers.readUTF();
      } catch (IOException e) {
        server.requireNotEnding(during);
        throw server.hung(during, question + ": " + e);
      }
    }

    @Override
    public void close() {
      try {
        agent.close();
      } catch (IOException alreadyGone) {
      }
    }

    static final class ClassHistogram {
      /** {@code 1: 33208 2655184 [B (java.base@25)}, and the end of the line. */
      private static final Pattern LINE =
          Pattern.compile("(?m)^ *\\d+: +\\d+ +(\\d+) +(\\S+)(?: \\(.*\\))?\\R");

      private ClassHistogram() {}

      /**
       * Bytes by class as sources have it, such as {@code byte[]}; a last line cut short is left.
       */
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
}
