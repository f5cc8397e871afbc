package loomwatch.harness;

import java.util.Locale;
import loomwatch.harness.cli.ExitCode;
import loomwatch.harness.cli.InertStream;
import loomwatch.harness.cli.LoomwatchCommand;

/** Starts the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    if (System.getenv("GITHUB_ACTIONS") != null) {
      System.setOut(InertStream.to(System.out));
      System.setErr(InertStream.to(System.err));
    }
    System.exit(run(args));
  }

  /** Left to itself the JVM would exit with 1, which is a verdict; such as out of memory. */
  private static int run(String[] args) {
    try {
      return LoomwatchCommand.run(args);
    } catch (Error | RuntimeException e) {
      System.err.println("loomwatch: it broke down, please report it: " + e);
      e.printStackTrace();
      return ExitCode.INTERNAL;
    }
  }
}
