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
 * From handing a task to one of Tomcat's executors until it has run, by one user and by two: at two
 * the pool lets a task wait, the oddity that studies/executor.yaml asks after. One operation is one
 * task of a burst of sixteen, all of which its user waits for; a single task would measure where
 * the scheduler wakes the user.
 *
 * <pre>
 * java -cp 'jmh/target/app/*' org.openjdk.jmh.Main ExecutorHandOff -f 1 -prof gc
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ExecutorHandOff {
  private static final int BURST = 16;

  /** The executor a connector makes for itself: same queue, factory and sizes. */
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

    /** The queue asks its pool whether a thread is idle, as in AbstractEndpoint. */
    @Setup
    public void connect() {
      queue.setParent(executor);
    }

    /** Ends its threads. */
    @TearDown
    public void stop() {
      executor.shutdownNow();
    }
  }

  /** The executor of {@code useVirtualThreads="true"}. */
  @State(Scope.Benchmark)
  public static class Virtual {
    private final VirtualThreadExecutor executor = new VirtualThreadExecutor("bench-virt-");

    /** Lets its threads end. */
    @TearDown
    public void stop() {
      executor.shutdownNow();
    }
  }

  /** To Tomcat's pool. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void toPool(Pool pool) throws InterruptedException {
    handOff(pool.executor);
  }

  /** To Tomcat's virtual thread executor. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void toVirtualThreads(Virtual virtual) throws InterruptedException {
    handOff(virtual.executor);
  }

  /** To Tomcat's pool, which two users share. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(BURST)
  public void twoUsersToPool(Pool pool) throws InterruptedException {
    handOff(pool.executor);
  }

  /** To Tomcat's virtual thread executor, which two users share. */
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
