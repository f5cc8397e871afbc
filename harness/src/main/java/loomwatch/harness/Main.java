package loomwatch.harness;

/** Starts the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.err.println("loomwatch: not ready yet");
    System.exit(64);
  }
}
