package loomwatch.measure.observe;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * Loads async-profiler into a running JVM. It samples allocation at random, whereas JFR samples
 * when a thread's buffer is full, which hits the same object again and again where all requests
 * allocate alike. It also takes four times as many CPU samples where the kernel's clock ticks every
 * 4 ms.
 */
public final class AsyncProfiler {
  private static final String CPU_INTERVAL = "500us";

  /** Bytes between two samples of allocation. */
  static final long ALLOCATION_INTERVAL = 4_096;

  /** The same in a fork, which may allocate gigabytes a second, and would do little else. */
  public static final long FORK_ALLOCATION_INTERVAL = 256 << 10;

  private AsyncProfiler() {}

  public static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Loads the library and samples into a recording in JFR's format. Fails if not permitted. */
  public static void start(long pid, Path directory, Path recording) throws UnavailableException {
    copyLibrary(directory);
    load(pid, directory, options(ALLOCATION_INTERVAL, recording), "loaded");
  }

  /**
   * Returns a fork's flag that samples from its start to its end; it starts if not permitted, too.
   */
  public static String flag(Path directory, Path recording) throws UnavailableException {
    copyLibrary(directory);
    return "-agentpath:%s=%s"
        .formatted(
            library(directory).toAbsolutePath(), options(FORK_ALLOCATION_INTERVAL, recording));
  }

  private static String options(long allocation, Path recording) {
    return "start,event=cpu,interval=%s,alloc=%d,cstack=vm,jfr,file=%s"
        .formatted(CPU_INTERVAL, allocation, recording.toAbsolutePath());
  }

  public static void stop(long pid, Path directory, Path recording) throws UnavailableException {
    load(pid, directory, "stop,jfr,file=" + recording.toAbsolutePath(), "ended");
  }

  private static void load(long pid, Path directory, String options, String what)
      throws UnavailableException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgentPath(library(directory).toAbsolutePath().toString(), options);
      } finally {
        jvm.detach();
      }
    } catch (IOException
        | AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException e) {
      throw new UnavailableException(
          "async-profiler could not be %s: %s".formatted(what, e.getMessage()), e);
    }
  }

  private static Path library(Path directory) {
    return directory.resolve("libasyncProfiler.so");
  }

  private static void copyLibrary(Path directory) throws UnavailableException {
    String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String folder = architecture.equals("aarch64") ? "linux-arm64" : "linux-x64";
    try (InputStream in =
        AsyncProfiler.class.getResourceAsStream("/" + folder + "/libasyncProfiler.so")) {
      if (in == null) {
        throw new IOException("there is none for " + architecture);
      }
      Files.copy(in, library(directory), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UnavailableException("async-profiler could not be loaded: " + e.getMessage(), e);
    }
  }
}
