package loomwatch.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Starts programs and listens to them. */
final class Programs {
  private Programs() {}

  /**
   * What a program said, and how it ended.
   *
   * @param exitCode 127 when there is no such program
   */
  record Ended(int exitCode, String said) {
    boolean worked() {
      return exitCode == 0;
    }

    String lastLine() {
      return said.strip().replaceFirst("(?s).*\n", "");
    }
  }

  /** Runs one to its end; standard error is part of what it said. */
  static Ended run(Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException notFound) {
      return new Ended(127, String.valueOf(notFound.getMessage()));
    }
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), said);
    } catch (IOException e) {
      throw new AssertionError(String.join(" ", command) + " was not heard to its end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(String.join(" ", command) + " was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs one that has to work. */
  static Ended tell(Map<String, String> environment, List<String> command) {
    Ended ended = run(environment, command.toArray(String[]::new));
    if (!ended.worked()) {
      throw new AssertionError(String.join(" ", command) + " failed: " + ended.said());
    }
    return ended;
  }
}
