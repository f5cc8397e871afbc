package loomwatch.measure.profile;

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
 * The library async-profiler within a running JVM. JFR takes a sample of what is allocated when a
 * thread's buffer is full: where every request allocates the same, that is the same object over and
 * over. This one samples at random. And it takes four times as many samples of CPU time, where the
 * kernel's clock ticks every 4 ms.
 */
public final class AsyncProfiler {
  /** Of CPU time between two samples of a thread. */
  private static final String CPU_INTERVAL = "500us";

  /** Bytes between two samples, in the mean. */
  static final long ALLOCATION_INTERVAL = 4_096;

  private AsyncProfiler() {}

  /** Why it cannot be had. */
  public static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Loads it and begins to sample.
   *
   * @param pid of the JVM
   * @param directory for the library; there is one for each JVM, and it stays
   * @param recording the file it writes, in JFR's format
   * @throws UnavailableException when the host or the JVM does not let it
   */
  public static void start(long pid, Path directory, Path recording) throws UnavailableException {
    try {
      Path library = library(directory);
      load(
          pid,
          library,
          "start,event=cpu,interval=%s,alloc=%d,cstack=vm,jfr,file=%s"
              .formatted(CPU_INTERVAL, ALLOCATION_INTERVAL, recording.toAbsolutePath()));
    } catch (IOException
        | AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException e) {
      throw new UnavailableException("async-profiler could not be loaded: " + e.getMessage(), e);
    }
  }

  /**
   * Ends it; the recording is whole then.
   *
   * @throws UnavailableException when the JVM is gone
   */
  public static void stop(long pid, Path directory, Path recording) throws UnavailableException {
    try {
      load(pid, file(directory), "stop,jfr,file=" + recording.toAbsolutePath());
    } catch (IOException
        | AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException e) {
      throw new UnavailableException("async-profiler could not be ended: " + e.getMessage(), e);
    }
  }

  private static void load(long pid, Path library, String options)
      throws IOException,
          AttachNotSupportedException,
          AgentLoadException,
          AgentInitializationException {
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
    try {
      jvm.loadAgentPath(library.toAbsolutePath().toString(), options);
    } finally {
      jvm.detach();
    }
  }

  private static Path file(Path directory) {
    return directory.resolve("libasyncProfiler.so");
  }

  private static Path library(Path directory) throws IOException {
    String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String folder = architecture.equals("aarch64") ? "linux-arm64" : "linux-x64";
    Path library = file(directory);
    try (InputStream in =
        AsyncProfiler.class.getResourceAsStream("/" + folder + "/libasyncProfiler.so")) {
      if (in == null) {
        throw new IOException("there is none for " + architecture);
      }
      Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
    }
    return library;
  }
}
