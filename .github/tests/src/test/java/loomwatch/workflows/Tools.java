package loomwatch.workflows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The programs the tests start, installed the first time. */
final class Tools {
  private static final Duration LONGEST = Duration.ofMinutes(8);

  private static @Nullable Path bin;
  private static @Nullable TestAbortedException absent;

  private Tools() {}

  /** The folder of act, actionlint, shellcheck and zizmor. */
  static synchronized Path bin() {
    if (absent != null) {
      throw absent;
    }
    if (bin == null) {
      try {
        bin = install();
      } catch (TestAbortedException e) {
        absent = e;
        throw e;
      }
    }
    return bin;
  }

  static String path() {
    return bin() + ":" + System.getenv("PATH");
  }

  /** What a program said, on either stream, and how it ended. */
  record Ended(int exitCode, String said) {}

  /** Runs one to its end; what is one text is apart by blanks. */
  static Ended run(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    String[] found = command.length == 1 ? command[0].split("\\s+") : command.clone();
    // Programs are looked for on the path of this process, not on the one they are given.
    if (Files.exists(bin().resolve(found[0]))) {
      found[0] = bin().resolve(found[0]).toString();
    }
    ProcessBuilder builder =
        new ProcessBuilder(found).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", path());
    builder.environment().putAll(environment);
    return end(builder.start());
  }

  /** Runs one that has to work, and returns what it said. */
  static String tell(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Ended ended = run(directory, environment, command);
    if (ended.exitCode() != 0) {
      throw new AssertionError(String.join(" ", command) + ": " + ended.said());
    }
    return ended.said().strip();
  }

  private static Ended end(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    // act may wait for ever for what a step of its printed last.
    process
        .onExit()
        .completeOnTimeout(process, LONGEST.toSeconds(), TimeUnit.SECONDS)
        .thenRun(() -> {
          if (process.isAlive()) {
            process.destroyForcibly();
          }
        });
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  private static Path install() {
    try {
      Ended ended =
          end(
              new ProcessBuilder(Repository.TESTS.resolve("install-tools").toString())
                  .redirectErrorStream(true)
                  .start());
      String last = ended.said().strip().replaceFirst("(?s).*\n", "");
      if (ended.exitCode() == 0) {
        return Path.of(last);
      }
      throw new TestAbortedException(
          "these tests need act and linters, which cannot be installed: " + last);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
