package loomwatch.measure.launch;

/** A need that is a program of this machine. */
record NeededProgram(LaunchedServer program) implements Needed {
  @Override
  public void requireAlive(String during) throws LaunchFailure, InterruptedException {
    program.requireAlive(during);
  }

  @Override
  public void close() {
    program.close();
  }
}
