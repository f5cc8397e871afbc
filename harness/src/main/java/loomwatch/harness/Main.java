package loomwatch.harness;

import loomwatch.harness.cli.LoomwatchCommand;

/** Starts the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(LoomwatchCommand.run(args));
  }
}
