package loomwatch.measure.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Copies a process's output to a file line by line and keeps the last lines. Thread-safe. */
final class LogTail {
  private static final int KEPT = 15;

  /** Of the file, in characters; a service that logs each request writes gigabytes. */
  private static final long MOST = 64L << 20;

  private final Deque<String> last = new ArrayDeque<>();
  private final Thread reader;

  private LogTail(InputStream output, Path file, Consumer<String> onLine) throws IOException {
    PrintWriter copy = new PrintWriter(Files.newBufferedWriter(file));
    reader =
        Thread.ofPlatform()
            .daemon()
            .name("log-" + file.getFileName())
            .start(() -> copy(output, copy, onLine));
  }

  /** Begins to copy. {@code onLine} is called on the copying thread. */
  static LogTail follow(InputStream output, Path file, Consumer<String> onLine) throws IOException {
    return new LogTail(output, file, onLine);
  }

  private void copy(InputStream output, PrintWriter copy, Consumer<String> onLine) {
    try (copy;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      long written = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (ServiceEnvironment.isTold(line)) {
          continue;
        }
        if (written <= MOST) {
          copy.println(written + line.length() > MOST ? "(what follows was not kept)" : line);
          copy.flush();
          written += line.length() + 1;
        }
        keep(line);
        onLine.accept(line);
      }
    } catch (IOException | UncheckedIOException closed) {
      keep("(the log ends here: " + closed.getMessage() + ")");
    }
  }

  private synchronized void keep(String line) {
    last.addLast(line);
    if (last.size() > KEPT) {
      last.removeFirst();
    }
  }

  /** The last lines, after everything a process that has ended wrote was read. */
  synchronized List<String> lastLines() {
    return List.copyOf(last);
  }

  /** Waits until a process that has ended is read to the end. */
  void drain() throws InterruptedException {
    reader.join(1_000);
  }
}
