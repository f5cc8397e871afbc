package loomwatch.harness.inprocess;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import loomwatch.harness.Main.WorkflowSafeStream;

/**
 * What a thread, and those that it starts, print while they are captured. All others print as
 * usual: other tests run meanwhile.
 */
final class CapturedStreams {
  private static final InheritableThreadLocal<CapturedStreams> CURRENT =
      new InheritableThreadLocal<>();

  static {
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(divided(out, false));
    System.setErr(divided(err, true));
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream intoOut;
  private final PrintStream intoErr;

  private CapturedStreams(boolean inert) {
    PrintStream plainOut = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream plainErr = new PrintStream(err, true, StandardCharsets.UTF_8);
    intoOut = inert ? WorkflowSafeStream.to(plainOut) : plainOut;
    intoErr = inert ? WorkflowSafeStream.to(plainErr) : plainErr;
  }

  /**
   * Captures what this thread prints, until {@link #end}.
   *
   * @param inert without workflow commands, as {@code Main} prints on Actions
   */
  static CapturedStreams begin(boolean inert) {
    CapturedStreams streams = new CapturedStreams(inert);
    CURRENT.set(streams);
    return streams;
  }

  void end() {
    CURRENT.remove();
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream divided(PrintStream usual, boolean isErr) {
    OutputStream divided =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            CapturedStreams captured = CURRENT.get();
            if (captured == null) {
              usual.write(bytes, offset, length);
            } else {
              (isErr ? captured.intoErr : captured.intoOut).write(bytes, offset, length);
            }
          }
        };
    return new PrintStream(divided, true, StandardCharsets.UTF_8);
  }
}
