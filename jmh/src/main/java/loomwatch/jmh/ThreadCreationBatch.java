package loomwatch.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures creating, starting and joining a hundred threads; one operation is one thread. The
 * hand-off between two threads, bimodal when done singly, averages out.
 *
 * <p>Virtual threads run on as many carriers as {@code jdk.virtualThreadScheduler.parallelism}
 * specifies, by default one per available processor: compare equal parallelism only.
 *
 * <pre>
 * java -cp 'jmh/target/app/*' org.openjdk.jmh.Main ThreadCreationBatch -f 1 -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThreadCreationBatch {
  private static final int BATCH = 100;

  /** Minimal work, so that the thread itself is measured. */
  private static final int TOKENS = 10;

  private final Thread[] threads = new Thread[BATCH];

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void platformThreads() throws InterruptedException {
    run(Thread.ofPlatform());
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void virtualThreads() throws InterruptedException {
    run(Thread.ofVirtual());
  }

  private void run(Thread.Builder builder) throws InterruptedException {
    for (int i = 0; i < BATCH; i++) {
      threads[i] = builder.start(() -> Blackhole.consumeCPU(TOKENS));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
