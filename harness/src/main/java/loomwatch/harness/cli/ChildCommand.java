package loomwatch.harness.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.loadgen.Leash;

/** A command of Loomwatch in a JVM of its own, as measuring pins its JVM to CPUs for good. */
final class ChildCommand {
  private static final String OURS = "loomwatch: ";

  private ChildCommand() {}

  /**
   * How a command ended.
   *
   * @param said all that it wrote
   */
  record Ended(int exitCode, String said) {
    private static final Pattern MISSING =
        Pattern.compile(
            "Could not find (?:artifact )?\\S+:\\S+[^\\s.]|\\S+:\\S+ was not found(?= in \\S)");

    private static final Pattern MARK = Pattern.compile("^(\\[ERROR]|>)\\s*");

    /**
     * Returns the line of its last message that says the most: the artifact that is missing, else
     * the first that introduces no other.
     */
    String cause() {
      int begin = ("\n" + said).lastIndexOf("\n" + OURS);
      String message = said.substring(begin < 0 ? 0 : begin + OURS.length());
      return MISSING
          .matcher(message)
          .results()
          .map(MatchResult::group)
          .findFirst()
          .or(() -> useful(message))
          .orElse("exit code " + exitCode);
    }

    private static Optional<String> useful(String message) {
      return message
          .lines()
          .map(line -> MARK.matcher(line.strip()).replaceFirst("").strip())
          .filter(line -> !line.isEmpty() && !line.endsWith(":"))
          .findFirst();
    }
  }

  /** Returns what started this JVM, to which the words of a command can be added. */
  static List<String> program() {
    List<String> program =
        new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
    program.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    program.addAll(
        List.of(
            // An exit code is the verdict's own, and steps are lines.
            "-Dloomwatch.meant=0",
            "-Dloomwatch.progress=log",
            "-cp",
            System.getProperty("java.class.path"),
            System.getProperty("sun.java.command").split(" ", 2)[0]));
    return program;
  }

  /** Runs a command, whose output goes to standard error. */
  static Ended run(List<String> words) throws IOException, InterruptedException {
    return run(words, builder -> builder.directory(here().toFile()));
  }

  /** Runs a command on the server that ships, whichever service is here. */
  static Ended onTheServerThatShips(List<String> words, Path root)
      throws IOException, InterruptedException {
    return run(
        words,
        builder -> builder.directory(root.toFile()).environment().remove(Installation.NAMED));
  }

  private static Path here() {
    return Invocation.current().directory().toAbsolutePath();
  }

  private static Ended run(List<String> words, Consumer<ProcessBuilder> where)
      throws IOException, InterruptedException {
    List<String> command = program();
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(Leash.command(command)).redirectErrorStream(true);
    where.accept(builder);
    Process process = builder.start();
    Thread end = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(end);
    String said = passOn(process.getInputStream());
    int code = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException stopped) {
      // The hook has ended the command, and is all that still runs.
    }
    return new Ended(code, said);
  }

  private static String passOn(InputStream output) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 13];
    for (int length = output.read(some); length >= 0; length = output.read(some)) {
      System.err.write(some, 0, length);
      System.err.flush();
      said.write(some, 0, length);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Ends it as Ctrl-C does, so that its finished rounds are kept. */
  private static void end(Process process) {
    process.toHandle().destroy(); // Process.destroy() would close what is still read.
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
