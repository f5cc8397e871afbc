package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.loadgen.Leash;
import loomwatch.measure.service.ServiceException;

/**
 * Runs commands of Loomwatch as its users do, leashed to this process.
 *
 * @param root the checkout of Loomwatch
 * @param folder the working directory of the commands
 */
record Launcher(Path root, Path folder) {
  /** Exit codes of a valid measurement. */
  static final Set<Integer> VALID =
      Set.of(ExitCode.PASS, ExitCode.REGRESSED, ExitCode.INCONCLUSIVE);

  /** Runs a command with its output in a file, and throws if it ends with another code. */
  void run(List<String> arguments, Path output, Set<Integer> expected)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("loomwatch").toString());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(Leash.command(command))
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    if (expected.contains(code)) {
      return;
    }
    String message =
        "%s must end with a verdict or causes, ended with %d for the reason above"
            .formatted(String.join(" ", command), code);
    throw code == ExitCode.NO_SERVICE ? new ServiceException(message) : new UsageException(message);
  }
}
