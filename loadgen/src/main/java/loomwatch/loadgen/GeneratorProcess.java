package loomwatch.loadgen;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The process of a generator: it reads a line, generates load, writes an answer line, and exits at
 * the end of its input. It starts at the first line, and again if it has exited.
 */
public final class GeneratorProcess implements AutoCloseable {
  private final ProcessBuilder builder;
  private @Nullable Process process;
  private @Nullable BufferedReader answers;

  /** Creates the process without starting it; {@code errors} receives its standard error. */
  public GeneratorProcess(List<String> command, ProcessBuilder.Redirect errors) {
    this.builder = new ProcessBuilder(command).redirectError(errors);
  }

  /** Returns the prefix that pins a command to these CPUs; empty without CPUs. */
  public static List<String> keptOn(List<Integer> cores) {
    return cores.isEmpty()
        ? List.of()
        : List.of(
            "taskset", "-c", cores.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  /**
   * Sends a line and returns the answer. If this throws, the process is killed.
   *
   * @throws IOException if the process exits or does not answer in time
   */
  public String answer(String line, Duration patience) throws IOException, InterruptedException {
    try {
      Process child = started();
      BufferedWriter lines = child.outputWriter(StandardCharsets.UTF_8);
      lines.write(line + "\n");
      lines.flush();
      String answer = next(patience);
      if (answer == null) {
        throw new IOException("it exited with " + child.waitFor());
      }
      return answer;
    } catch (TimeoutException e) {
      close();
      throw new IOException("no result in time", e);
    } catch (IOException | InterruptedException stopped) {
      close();
      throw stopped;
    }
  }

  private Process started() throws IOException {
    Process running = process;
    if (running == null || !running.isAlive()) {
      running = builder.start();
      process = running;
      answers = running.inputReader(StandardCharsets.UTF_8);
    }
    return running;
  }

  private @Nullable String next(Duration patience) throws InterruptedException, TimeoutException {
    BufferedReader lines = answers;
    if (lines == null) {
      return null;
    }
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("generator-answer")
        .start(() -> {
          try {
            line.complete(lines.readLine());
          } catch (IOException e) {
            line.completeExceptionally(new UncheckedIOException(e));
          }
        });
    try {
      return line.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return null;
    }
  }

  /**
   * Returns the process id.
   *
   * @throws IllegalStateException before the first run
   */
  public long pid() {
    if (process == null) {
      throw new IllegalStateException("the generator is started at the first run");
    }
    return process.pid();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
      // A process that is being killed is alive for a moment, and must not get the next line.
      process = null;
    }
  }
}
