package loomwatch.harness;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import loomwatch.harness.cli.LoomwatchCommand;
import loomwatch.harness.job.ExitCode;

public final class Main {
  /** The launcher adds it to codes 0 to 4, to distinguish them from the JVM's own codes. */
  private static final int MEANT = Integer.getInteger("loomwatch.meant", 0);

  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    start(List.of(), args);
  }

  /** Runs the command line and ends this JVM with its exit code. */
  public static void start(List<?> more, String[] args) {
    PrintStream out = System.out;
    if (System.getenv("GITHUB_ACTIONS") != null) {
      System.setOut(WorkflowSafeStream.to(System.out));
      System.setErr(WorkflowSafeStream.to(System.err));
    }
    int code = run(more, args);
    System.out.flush();
    if (out.checkError()) {
      System.err.println(
          "loomwatch: standard output could not be written; free space where it goes, or read it to its end,"
              + " and run again");
      code = ExitCode.INTERNAL;
    }
    System.exit(code < ExitCode.USAGE ? code + MEANT : code);
  }

  /** Catches everything, such as out of memory: the JVM would exit with 1, which is a verdict. */
  private static int run(List<?> more, String[] args) {
    try {
      return LoomwatchCommand.run(more, args);
    } catch (Error | RuntimeException e) {
      System.err.println("loomwatch: it broke down, please report it: " + e);
      e.printStackTrace();
      return ExitCode.INTERNAL;
    }
  }

  /**
   * Breaks workflow commands by a blank: GitHub's runner executes log lines that begin with {@code
   * ::}, or contain {@code ##[}. The output contains untrusted names and texts, and Loomwatch
   * prints no commands. Source: {@code ActionCommand} of github.com/actions/runner.
   */
  public static final class WorkflowSafeStream extends FilterOutputStream {
    private boolean beginning = true;
    private boolean colon;
    private int hashes;

    private WorkflowSafeStream(OutputStream out) {
      super(out);
    }

    /** Returns a stream that passes on what is printed, made inert. */
    public static PrintStream to(PrintStream other) {
      return new PrintStream(new WorkflowSafeStream(other), true, other.charset());
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteArrayOutputStream inert = new ByteArrayOutputStream(length + 8);
      for (int i = offset; i < offset + length; i++) {
        if ((bytes[i] == ':' && colon) || (bytes[i] == '[' && hashes >= 2)) {
          inert.write(' ');
        }
        inert.write(bytes[i]);
        follow(bytes[i]);
      }
      out.write(inert.toByteArray());
    }

    private void follow(byte b) {
      hashes = b == '#' ? hashes + 1 : 0;
      colon = b == ':' && beginning;
      // The runner trims Unicode white space, which in UTF-8 begins with a negative byte.
      beginning = b == '\n' || b == '\r' || (beginning && b <= ' ');
    }
  }
}
