package loomwatch.harness.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import loomwatch.harness.job.Invocation;
import loomwatch.loadgen.Leash;

/** A command of Loomwatch in a JVM of its own, as measuring pins its JVM to CPUs for good. */
final class ChildCommand {
  private ChildCommand() {}

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

  /** Runs a command, whose output goes to standard error, and returns its exit code. */
  static int run(List<String> words) throws IOException, InterruptedException {
    List<String> command = program();
    command.addAll(words);
    Process process =
        new ProcessBuilder(Leash.command(command))
            .directory(Invocation.current().directory().toAbsolutePath().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread end = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(end);
    process.getInputStream().transferTo(System.err);
    int code = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    return code;
  }

  /** Ends it as Ctrl-C does, so that its finished rounds are kept. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
