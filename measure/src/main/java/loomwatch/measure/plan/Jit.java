package loomwatch.measure.plan;

/** How the servers' JIT works. */
public enum Jit {
  /** The same code from launch to launch, for telling two arms apart; slow to start. */
  SETTLED,
  /** The JVM's own choice, as in production. */
  USUAL
}
