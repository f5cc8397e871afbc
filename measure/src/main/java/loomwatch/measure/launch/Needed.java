package loomwatch.measure.launch;

/** Something that a service needs, up and ready. */
interface Needed extends AutoCloseable {

  /**
   * Makes sure it is still there.
   *
   * @throws LaunchFailure with its last lines when it is not
   */
  void requireAlive(String during) throws LaunchFailure, InterruptedException;

  @Override
  void close();
}
