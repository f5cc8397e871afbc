package loomwatch.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The same small computation in the caller, in a new platform thread and in a new virtual thread
 * (studies/creation.yaml).
 *
 * <p>A single start and join measures the hand-off between two threads as much as the creation: 11
 * to 18 µs on identical code, in two humps. {@link ThreadCreationBatch} is steady.
 *
 * <pre>
 * java -cp 'jmh/target/app/*' org.openjdk.jmh.Main 'ThreadCreation\.' -f 1 -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThreadCreation {
  /** Work in JMH's tokens, about 2 µs: the articles' figure. Not final, or it would be folded. */
  private int tokens = 1024;

  /** Without any thread: the floor. */
  @Benchmark
  public void computeInMainThread() {
    Blackhole.consumeCPU(tokens);
  }

  /** In a platform thread of its own. */
  @Benchmark
  public void computeInPlatformThread() throws InterruptedException {
    Thread.ofPlatform().start(() -> Blackhole.consumeCPU(tokens)).join();
  }

  /** In a virtual thread of its own. */
  @Benchmark
  public void computeInVirtualThread() throws InterruptedException {
    Thread.ofVirtual().start(() -> Blackhole.consumeCPU(tokens)).join();
  }
}
