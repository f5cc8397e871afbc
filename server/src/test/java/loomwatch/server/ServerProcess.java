package loomwatch.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program as a process of its own, on this JVM's class path. */
final class ServerProcess {
  private ServerProcess() {}

  /**
   * Starts it.
   *
   * @param temporary where it keeps its files
   */
  static Process start(Path temporary, List<String> jvmFlags, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-XX:NativeMemoryTracking=summary");
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("loomwatch.server.Main");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // The system's own words are part of a message.
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  /** The port a ready line tells. */
  static int port(String ready) {
    return Integer.parseInt(ready.replaceAll(".* port=(\\d+) .*", "$1"));
  }
}
