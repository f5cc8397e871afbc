package loomwatch.harness.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import loomwatch.loadgen.Leash;

/** One command of Loomwatch in a process of its own, which can be cancelled as by Ctrl-C. */
final class CommandCall {
  /** What a step of a measurement looks like, such as {@code [ 3/44] hello round 1}. */
  private static final Pattern STEP = Pattern.compile("\\[ *\\d+/\\d+\\] .*");

  private static final int LAST_LINES = 40;

  private final Process process;
  private volatile boolean cancelled;

  /**
   * How a command ended.
   *
   * @param exitCode as the documentation has it; 143 after a cancellation
   * @param out its standard output, whole
   * @param err the last lines of its standard error
   */
  record Ended(int exitCode, String out, String err, boolean cancelled) {}

  private CommandCall(Process process) {
    this.process = process;
  }

  /** Starts a command, which ends with this process. */
  static CommandCall start(List<String> command, Path directory) throws IOException {
    return new CommandCall(
        new ProcessBuilder(Leash.command(command)).directory(directory.toFile()).start());
  }

  /** Waits for its end, and reports each step. */
  Ended await(Consumer<String> step) throws IOException, InterruptedException {
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(
            () -> lastLines(step), work -> Thread.ofVirtual().start(work));
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out, err.join(), cancelled);
  }

  private String lastLines(Consumer<String> step) {
    Deque<String> last = new ArrayDeque<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (STEP.matcher(line).matches()) {
          step.accept(line);
        } else {
          last.addLast(line);
        }
        if (last.size() > LAST_LINES) {
          last.removeFirst();
        }
      }
    } catch (IOException ended) {
      // Its last lines are those that were read.
    }
    return String.join("\n", last);
  }

  /** Ends it as a signal does: finished rounds are kept, and no process is left. */
  void cancel() {
    cancelled = true;
    process.destroy();
  }

  /** Waits a bounded time for its end. */
  void awaitEnd() throws InterruptedException {
    process.waitFor(30, TimeUnit.SECONDS);
  }
}
