package loomwatch.loadgen.wrk2;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.files.Sha256;

/**
 * The installed wrk2. Its file is often called {@code wrk}, like the program it was forked from;
 * only wrk2 has an option for the rate.
 *
 * @param version its banner and the beginning of its hash, because it has no version of its own
 */
public record Wrk2Binary(Path file, String version) {
  private static final String WHERE =
      "its source is at github.com/giltene/wrk2; build it there, put it on the PATH as wrk2, or"
          + " name it with --wrk2";
  private static final int HASH_DIGITS = 12;
  private static final long PATIENCE_SECONDS = 5;
  private static final Pattern BANNER = Pattern.compile("^(wrk \\S+ \\[\\w+])", Pattern.MULTILINE);

  /**
   * Returns the binary.
   *
   * @throws IllegalArgumentException if there is none, or it is not wrk2
   */
  public static Wrk2Binary at(Path file) {
    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
      throw new IllegalArgumentException(file + " is no program; " + WHERE);
    }
    // A name without a slash would be searched on the PATH.
    Path program = file.toAbsolutePath();
    String usage = usage(program);
    if (!usage.contains("--rate")) {
      throw new IllegalArgumentException(
          file + " has no option for the rate: it is wrk, not wrk2; " + WHERE);
    }
    return new Wrk2Binary(program, "wrk2 (%s) sha256:%s".formatted(banner(usage), hash(program)));
  }

  /** Returns the first wrk2 on the PATH, if any. */
  public static Optional<Wrk2Binary> onPath() {
    String path = System.getenv().getOrDefault("PATH", "");
    return List.of("wrk2", "wrk").stream()
        .flatMap(name ->
            Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .filter(file -> usage(file).contains("--rate"))
        .findFirst()
        .map(Wrk2Binary::at);
  }

  /**
   * Returns the first wrk2 on the PATH.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Wrk2Binary required() {
    return onPath()
        .orElseThrow(() -> new IllegalArgumentException("no wrk2 on the PATH; " + WHERE));
  }

  /** Returns banner and usage, which {@code -v} without a URL prints. */
  private static String usage(Path file) {
    try {
      Process process = new ProcessBuilder(file.toString(), "-v").redirectErrorStream(true).start();
      process.getOutputStream().close();
      process.onExit().completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
      if (process.isAlive()) {
        // Another program of that name waits for input.
        process.destroyForcibly();
        return "";
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Extracts {@code wrk 4.0.0 [epoll]} from the line with the copyright. */
  private static String banner(String usage) {
    Matcher banner = BANNER.matcher(usage);
    return banner.find() ? banner.group(1) : "no banner";
  }

  private static String hash(Path file) {
    try {
      return Sha256.hex(Files.readAllBytes(file)).substring(0, HASH_DIGITS);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
