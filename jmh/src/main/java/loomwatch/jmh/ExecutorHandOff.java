package loomwatch.jmh;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Measures the time from submitting a task to one of Tomcat's executors until it has run, for one
 * user and two: for two the pool queues a task, which studies/executor.yaml examines. One operation
 * is one task of a burst of sixteen, all of which its user waits for; a single task would measure
 * where the scheduler wakes the user.
 *
 * <pre>
 * java -cp 'jmh/target/app/*' org.openjdk.jmh.Main ExecutorHandOff -f 1 -prof gc
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ExecutorHandOff {
  private static final int BURST = 16;

  /** The executor that a connector creates, with the same queue, factory and sizes. */
  @State(Scope.Benchmark)
  public static class Pool {
    private static final int MIN_SPARE = 10;
    private static final int MAX_THREADS = 200;
    private static final int IDLE_SECONDS = 60;

    private final TaskQueue queue = new TaskQueue();
    private final ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            MIN_SPARE,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            queue,
            new TaskThreadFactory("bench-exec-", true, Thread.NORM_PRIORITY));

    /** Connects the queue to its pool, whose idle threads it checks, as in AbstractEndpoint. */
    @Setup
    public void connect() {
      queue.setParent(executor);
    }

    @TearDown
    public void stop() {
      executor.shutdownNow();
    }
  }

  /** The executor of {@code useVirtualThreads="true"}. */
  @State(Scope.Benchmark)
  public static class Virtual {
    private final VirtualThreadExecutor executor = new VirtualThreadExecutor("bench-virt-");

    @TearDown
    public void stop() {
      executor.shutdownNow();
    }
  }

  /** Submits to Tomcat's pool. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void toPool(Pool pool) throws InterruptedException {
    handOff(pool.executor);
  }

  /** Submits to Tomcat's virtual thread executor. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void toVirtualThreads(Virtual virtual) throws InterruptedException {
    handOff(virtual.executor);
  }

  /** Submits to Tomcat's pool, shared by two users. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(BURST)
  public void twoUsersToPool(Pool pool) throws InterruptedException {
    handOff(pool.executor);
  }

  /** Submits to Tomcat's virtual thread executor, shared by two users. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(BURST)
  public void twoUsersToVirtualThreads(Virtual virtual) throws InterruptedException {
    handOff(virtual.executor);
  }

  private static void handOff(Executor executor) throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(BURST);
    for (int i = 0; i < BURST; i++) {
      executor.execute(ran::countDown);
    }
    ran.await();
  }
}
