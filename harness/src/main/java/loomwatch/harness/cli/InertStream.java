package loomwatch.harness.cli;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Passes on all but workflow commands: GitHub's runner does what lines of a log tell it that begin
 * with {@code ::}, or hold {@code ##[} anywhere, such as to mask a word in all outputs. Names and
 * texts of others are in what is printed, and nothing Loomwatch prints is meant as such. A blank is
 * put in between. Source: {@code ActionCommand} of github.com/actions/runner.
 */
public final class InertStream extends FilterOutputStream {
  private boolean beginning = true;
  private boolean colon;
  private int hashes;

  private InertStream(OutputStream out) {
    super(out);
  }

  /** What is printed there goes on to the other, made inert. */
  public static PrintStream to(PrintStream other) {
    return new PrintStream(new InertStream(other), true, other.charset());
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
    // The runner trims what Unicode calls white space, which in UTF-8 begins with a negative byte.
    beginning = b == '\n' || b == '\r' || (beginning && b <= ' ');
  }
}
