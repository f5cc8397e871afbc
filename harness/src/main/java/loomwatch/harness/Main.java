package loomwatch.harness;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import loomwatch.harness.cli.InertStream;
import loomwatch.harness.cli.LoomwatchCommand;
import loomwatch.harness.job.ExitCode;

/** Starts the command line. */
public final class Main {
  /** Given by the launcher, which takes a code of 0 to 4 for the JVM's own without it. */
  private static final int MEANT = Integer.getInteger("loomwatch.meant", 0);

  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    start(List.of(), args);
  }

  /**
   * Runs the command line and ends this JVM with its exit code.
   *
   * @param more commands of other modules, beside those of the product
   */
  public static void start(List<?> more, String[] args) {
    PrintStream out = System.out;
    if (System.getenv("GITHUB_ACTIONS") != null) {
      System.setOut(InertStream.to(System.out));
      System.setErr(InertStream.to(System.err));
    }
    int code = run(more, args);
    System.out.flush();
    if (out.checkError()) {
      System.err.println(
          "loomwatch: standard output must take all that is written, did not; free space where it goes,"
              + " and run again");
      code = ExitCode.INTERNAL;
    }
    System.exit(code < ExitCode.USAGE ? code + MEANT : code);
  }

  /** Left to itself the JVM would exit with 1, which is a verdict; such as out of memory. */
  private static int run(List<?> more, String[] args) {
    try {
      return LoomwatchCommand.run(more, args);
    } catch (Error | RuntimeException e) {
      System.err.println("loomwatch: it broke down, please report it: " + e);
      e.printStackTrace();
      return ExitCode.INTERNAL;
    }
  }
}
