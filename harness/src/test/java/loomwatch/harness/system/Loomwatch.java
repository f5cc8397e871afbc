package loomwatch.harness.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The command line as a child process of a test. */
final class Loomwatch {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory;

  /** Standard output and error go to files in that directory. */
  Loomwatch(Path directory) {
    this.directory = directory;
  }

  /** What a command left behind. */
  record Ended(int exitCode, String out, String err) {}

  Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + directory,
                "-Dloomwatch.root=" + ROOT,
                "-Dloomwatch.out=" + directory.resolve("out"),
                "-cp",
                System.getProperty("java.class.path"),
                "loomwatch.harness.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(directory.resolve("stdout").toFile())
        .redirectError(directory.resolve("stderr").toFile())
        .start();
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return end(start(arguments));
  }

  Ended end(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + PATIENCE + ": " + err());
    }
    return new Ended(process.exitValue(), Files.readString(directory.resolve("stdout")), err());
  }

  private String err() throws IOException {
    return Files.readString(directory.resolve("stderr"));
  }

  /** Waits for something to be so; polls, as it happens in another process. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen within 60 s: " + what);
      }
      Thread.sleep(20);
    }
  }

  /** The process ids of the servers a run has started so far, from their logs. */
  static List<Long> serverPids(Path out) {
    if (!Files.isDirectory(out)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(out)) {
      return files
          .filter(file -> file.endsWith("server.log"))
          .map(Loomwatch::text)
          .filter(log -> log.contains(" pid="))
          .map(log -> Long.parseLong(log.replaceAll("(?s).* pid=(\\d+) .*", "$1")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
