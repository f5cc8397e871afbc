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
 * A generator's process: it reads a line, makes a load, answers a line, and ends with its input.
 * The first line starts it, and so does the next one when it has ended.
 */
public final class GeneratorProcess implements AutoCloseable {
  private final ProcessBuilder builder;
  private @Nullable Process process;
  private @Nullable BufferedReader answers;

  /**
   * A process that is not started yet.
   *
   * @param errors where what it writes to standard error goes
   */
  public GeneratorProcess(List<String> command, ProcessBuilder.Redirect errors) {
    this.builder = new ProcessBuilder(command).redirectError(errors);
  }

  /** What comes before a command that is kept on those CPUs; nothing where there are none. */
  public static List<String> keptOn(List<Integer> cores) {
    return cores.isEmpty()
        ? List.of()
        : List.of(
            "taskset", "-c", cores.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  /**
   * The process's answer to that line.
   *
   * @throws IOException when it ended instead, with how, or gave none in time; it has ended then
   * @throws InterruptedException when interrupted; it has ended then
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
   * Its process id.
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
      // One that is ending still counts as alive for a moment: the next line must not go to it.
      process = null;
    }
  }
}
