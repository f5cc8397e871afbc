package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "demo",
    description = {
      "Shows a verdict that fails on purpose, in three minutes.",
      "",
      "Compares the server that ships with itself, where each request of head uses 10 µs more CPU;"
          + " with virtual threads alone, to be quick. Needs no service: a loomwatch.yaml of"
          + " this folder, and LOOMWATCH_SERVICE, are left alone.",
      "",
      "The exit code is 0 when the regression was shown, and 70 when the verdict was pass; else it"
          + " is that of compare, such as 3 on a machine too busy to measure."
    })
final class DemoCommand implements Callable<Integer> {
  /** Of some 90 µs; at the scenario's rate, much more than that would saturate the server. */
  private static final String FAULT = "cpu:10us";

  private static final String BEFORE =
      """
      Loomwatch now compares the server that ships with itself, where each request of head uses 10 µs
      more CPU, put in on purpose. It starts fresh servers in rounds, judges, and looks for the cause.
      That takes two to three minutes; in a checkout, building comes first. Leave the machine alone.
      """;

  private static final String SHOWN =
      """

      You saw a comparison fail, as it should: ✘ is worse by its tolerance or more, and not by chance.
      compare then ends with exit code 1, which fails a check on a pull request.
      Next, in the folder of your service: %s init
      """;

  private static final String NOT_SHOWN =
      """

      The regression was not shown. Mostly a busy machine is why: %s doctor says what to change.
      """;

  @Override
  public Integer call() throws IOException, InterruptedException {
    System.out.println(BEFORE);
    CompareCommand compare =
        CommandLine.populateCommand(
            new CompareCommand(),
            "--base=.",
            "--head=ref=.,fault=" + FAULT,
            "--profile=smoke",
            "--mode=virtual");
    int compared = compare.compared(Installation.of(Optional.empty()));
    System.out.printf(compared == ExitCode.REGRESSED ? SHOWN : NOT_SHOWN, launcher());
    return exitCode(compared);
  }

  /** Inverts a verdict: the fault must be found, so a pass is a failure of Loomwatch. */
  static int exitCode(int compared) {
    return switch (compared) {
      case ExitCode.REGRESSED -> ExitCode.PASS;
      case ExitCode.PASS -> ExitCode.INTERNAL;
      default -> compared;
    };
  }

  /** Returns the launcher as it can be typed in any folder. */
  private static String launcher() {
    String called = System.getProperty("loomwatch.called", "./loomwatch");
    return Path.of(called).toAbsolutePath().normalize().toString();
  }
}
