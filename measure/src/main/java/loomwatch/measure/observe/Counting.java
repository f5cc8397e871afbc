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
 * Counts what a JVM does for requests, between {@link #start} and {@link #stop}. It slows the
 * server, and the JIT compiles what it instruments again, so nothing is measured afterwards.
 */
public final class Counting {
  /** Where the build puts what the oldest measured JDK can load. */
  private static final String FOR_17 = "/META-INF/versions/17/loomwatch/measure/observe/";

  private static final List<String> LOADER = List.of("CountingLoader");

  private static final List<String> PROBE =
      List.of(
          "CountingProbe",
          "CountingProbe$Counted",
          "CountingProbe$Normalised",
          "CountingProbe$Property");

  private final long pid;
  private final Path folder;

  /** Counts in the JVM of that process; its jars are written to the folder. */
  public Counting(long pid, Path folder) {
    this.pid = pid;
    this.folder = folder.toAbsolutePath();
  }

  /** The JVM refused the agent. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(Throwable cause) {
      super("no agent could be loaded into it to count: " + cause, cause);
    }
  }

  public void start() throws IOException {
    Path probe = jar(folder, "counting-probe.jar", CountingLoader.class, PROBE);
    call(CountingLoader.START + "\n" + probe + "\n" + agent() + "\n" + byteBuddy());
  }

  /** Ends it and writes what was seen to a recording of JFR. */
  public void stop(Path file) throws IOException {
    call(CountingLoader.STOP + "\n" + file.toAbsolutePath());
  }

  private void call(String argument) throws IOException {
    Path loader = jar(folder, "counting-loader.jar", CountingLoader.class, LOADER);
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgent(loader.toString(), argument);
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new RefusedException(e);
    }
  }

  /** Returns where the agent's classes are, in a jar or a folder. */
  private static String agent() {
    String path = FOR_17.substring(0, FOR_17.indexOf("loomwatch"));
    String one =
        Objects.requireNonNull(Counting.class.getResource(FOR_17 + "CountingAgent.class"))
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
            Objects.requireNonNull(Counting.class.getResourceAsStream(FOR_17 + each + ".class"))) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
    return jar;
  }
}
