package loomwatch.measure.observe;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;

/**
 * An agent that instruments a JVM by Byte Buddy. It slows the server, and the JIT compiles what it
 * instruments again, so no metric is measured afterwards.
 *
 * @param pid of the JVM
 * @param folder to which its jars are written
 * @param agent with a public static method for each call, of a text and the instrumentation
 * @param probe classes that instrumented methods call, which any class loader must find
 */
record InstrumentingAgent(long pid, Path folder, Class<?> agent, List<String> probe) {
  /** Where the build puts what the oldest measured JDK can load. */
  private static final String FOR_17 = "/META-INF/versions/17/loomwatch/measure/observe/";

  /** The JVM refused the agent. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(Throwable cause) {
      super("no agent could be loaded into it to instrument it: " + cause, cause);
    }
  }

  /**
   * Calls {@code start} of the agent, and loads the agent before the first time.
   *
   * @param argument one line that is not empty
   */
  void start(String argument) throws IOException {
    Path probes = jar(folder.toAbsolutePath(), probe.getFirst() + ".jar", AgentLoader.class, probe);
    send(
        List.of(
            agent.getName(),
            "start",
            argument,
            probes.toString(),
            classes().toString(),
            byteBuddy().toString()));
  }

  /** Calls another method of the agent, which was started. */
  void call(String method, String argument) throws IOException {
    send(List.of(agent.getName(), method, argument));
  }

  private void send(List<String> lines) throws IOException {
    Path jar =
        jar(folder.toAbsolutePath(), "agent-loader.jar", AgentLoader.class, List.of("AgentLoader"));
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgent(jar.toString(), String.join("\n", lines));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new RefusedException(e);
    }
  }

  /** Returns where the agent's classes are, in a jar or a folder. */
  private String classes() {
    String path = FOR_17.substring(0, FOR_17.indexOf("loomwatch"));
    String one =
        Objects.requireNonNull(agent.getResource(FOR_17 + agent.getSimpleName() + ".class"))
            .toString();
    return one.substring(0, one.indexOf(path) + path.length());
  }

  private static URL byteBuddy() {
    return ByteBuddy.class.getProtectionDomain().getCodeSource().getLocation();
  }

  /** Creates an agent's jar on demand, so that it takes no module of its own. */
  static Path jar(Path folder, String name, Class<?> agent, List<String> classes)
      throws IOException {
    Path jar = folder.resolve(name);
    if (Files.exists(jar)) {
      return jar;
    }
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(new Attributes.Name("Agent-Class"), agent.getName());
    main.put(new Attributes.Name("Can-Retransform-Classes"), "true");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String each : classes) {
        out.putNextEntry(new JarEntry("loomwatch/measure/observe/" + each + ".class"));
        try (InputStream in =
            Objects.requireNonNull(
                InstrumentingAgent.class.getResourceAsStream(FOR_17 + each + ".class"))) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
    return jar;
  }
}
