package loomwatch.harness.doctor;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.subject.ServiceSpec;

/** JDK, wrk2, taskset, ports, open files. */
final class ToolChecks {
  /** The largest scenario's connections, both ends, and a JVM's own files. */
  private static final long NEEDED_FILES = 4_096;

  private final HostProbe probe;
  private final String path;
  private final Predicate<Path> isWrk2;

  /**
   * Checks of what is installed.
   *
   * @param path where programs are looked for, as in the environment's PATH
   * @param isWrk2 whether a program is wrk2: plain wrk has the same name
   */
  ToolChecks(HostProbe probe, String path, Predicate<Path> isWrk2) {
    this.probe = probe;
    this.path = path;
    this.isWrk2 = isWrk2;
  }

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    findings.add(jdk(Runtime.version().feature()));
    findings.add(taskset());
    findings.add(wrk2());
    findings.add(openFiles());
    findings.add(ports());
    return findings;
  }

  static Finding jdk(int feature) {
    String seen = "%d, at %s".formatted(feature, System.getProperty("java.home"));
    return feature >= ServiceSpec.OLDEST_JDK
        ? Finding.ok("JDK", seen)
        : Finding.problem(
            "JDK", seen, "virtual threads need 21: install one, or name its home in LOOMWATCH_JDK");
  }

  private Finding taskset() {
    return find("taskset")
        .map(file -> Finding.ok("taskset", file.toString()))
        .orElseGet(() ->
            Finding.problem(
                "taskset",
                "not on the PATH",
                "it keeps server and generator on their own CPUs; install util-linux"));
  }

  private Finding wrk2() {
    for (String name : List.of("wrk2", "wrk")) {
      Optional<Path> file = find(name);
      if (file.isPresent() && isWrk2.test(file.get())) {
        return Finding.ok("wrk2", file.get().toString());
      }
    }
    return Finding.ok("wrk2", "not found; the embedded engine makes the load");
  }

  private Finding openFiles() {
    long limit =
        probe.files().lines("proc/self/limits").stream()
            .filter(line -> line.startsWith("Max open files"))
            .map(line -> line.substring("Max open files".length()).strip().split(" +")[0])
            .map(text -> text.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(text))
            .findFirst()
            .orElse(Long.MAX_VALUE);
    String seen = limit == Long.MAX_VALUE ? "no limit" : Long.toString(limit);
    return limit >= NEEDED_FILES
        ? Finding.ok("open files", seen)
        : Finding.problem(
            "open files",
            seen,
            "each connection is a file at both ends: ulimit -n 65536 in the shell that starts this");
  }

  private static Finding ports() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Finding.ok("loopback port", "free ones can be had (" + socket.getLocalPort() + ")");
    } catch (IOException e) {
      return Finding.problem(
          "loopback port", "none to be had: " + e.getMessage(), "servers listen on 127.0.0.1");
    }
  }

  private Optional<Path> find(String program) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
