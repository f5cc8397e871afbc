package loomwatch.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.Leash;

/** The server that generators are compared on: a fresh JVM on its own core. */
final class BenchServer implements AutoCloseable {
  private final Process process;
  private final int port;

  private BenchServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts the server; the prefix pins it to its core. */
  static BenchServer start(Path jdk, String classPath, List<String> prefix) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            jdk.resolve("bin/java").toString(),
            "-Xms512m",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-cp",
            classPath,
            "loomwatch.server.Main",
            "--mode",
            "virtual",
            "--port",
            "0"));
    Process process =
        new ProcessBuilder(Leash.command(command))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader();
    String ready = output.readLine();
    if (ready == null || !ready.contains("port=")) {
      process.destroyForcibly();
      throw new IOException("the server did not start: " + ready);
    }
    return new BenchServer(process, Integer.parseInt(ready.replaceAll(".*port=(\\d+).*", "$1")));
  }

  URI url(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  long pid() {
    return process.pid();
  }

  /** Kills the process like the kernel's out-of-memory killer. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      // The pipe broke with the process.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
