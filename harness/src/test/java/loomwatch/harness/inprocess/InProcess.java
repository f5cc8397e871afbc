package loomwatch.harness.inprocess;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.LoomwatchCommand;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Invocation;

/** A command that ran in this JVM. */
public record InProcess(int exitCode, String out, String err) {

  /** Runs a command of the product, as its process would. */
  public static InProcess run(Invocation invocation, String... arguments) {
    return run(invocation, () -> LoomwatchCommand.run(arguments));
  }

  /** The same for a program, which returns its exit code. */
  static InProcess run(Invocation invocation, Callable<Integer> program) {
    CapturedStreams streams =
        CapturedStreams.begin(invocation.environment().containsKey("GITHUB_ACTIONS"));
    int exitCode;
    StringWriter trace = new StringWriter();
    try {
      exitCode = invocation.run(() -> called(program));
    } catch (RuntimeException e) {
      e.printStackTrace(new PrintWriter(trace));
      exitCode = ExitCode.INTERNAL;
    } finally {
      streams.end();
    }
    return new InProcess(exitCode, streams.out(), streams.err() + trace);
  }

  private static int called(Callable<Integer> program) {
    try {
      return program.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
