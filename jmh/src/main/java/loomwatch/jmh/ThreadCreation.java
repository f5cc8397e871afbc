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
 * Measures a small computation in the caller, in a new platform thread and in a new virtual thread
 * (studies/creation.yaml).
 *
 * <p>A single start and join measures the hand-off between two threads as much as the creation: 11
 * to 18 µs on identical code, with two modes. {@link ThreadCreationBatch} is stable.
 *
 * <pre>
 * java -cp 'jmh/target/app/*' org.openjdk.jmh.Main 'ThreadCreation\.' -f 1 -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThreadCreation {
  /** Work in JMH's tokens, about 2 µs as in the articles. Not final, or it would be folded. */
  private int tokens = 1024;

  /** Computes without a thread, as a baseline. */
  @Benchmark
  public void computeInMainThread() {
    Blackhole.consumeCPU(tokens);
  }

  @Benchmark
  public void computeInPlatformThread() throws InterruptedException {
    Thread.ofPlatform().start(() -> Blackhole.consumeCPU(tokens)).join();
  }

  @Benchmark
  public void computeInVirtualThread() throws InterruptedException {
    Thread.ofVirtual().start(() -> Blackhole.consumeCPU(tokens)).join();
  }
}
