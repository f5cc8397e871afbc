package loomwatch.harness.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives a reader mutated input for a while: {@code -Dloomwatch.fuzz.seconds} for each, from seed
 * {@code -Dloomwatch.fuzz.seed} on. A reader accepts, and then what it read can be written and read
 * back, or throws the one exception of its boundary, whose message says where; within a second.
 */
final class Fuzz {
  private static final Duration FOR =
      Duration.ofMillis(
          (long) (1_000 * Double.parseDouble(System.getProperty("loomwatch.fuzz.seconds", "0.7"))));
  private static final long FIRST = Long.getLong("loomwatch.fuzz.seed", 1);
  private static final Duration SOON = Duration.ofSeconds(1);

  /** An input that took long is tried again so often: classes may have been loaded for it. */
  private static final int AGAIN = 3;

  private static final Duration HUNG = Duration.ofSeconds(60);

  /** A hundred problems of thresholds, each with its excerpt. */
  private static final int LONGEST_MESSAGE = 100_000;

  private static final Pattern STEERS = Pattern.compile("[\\p{Cc}\\p{Cf}\u2028\u2029&&[^\n]]");

  /** Reads, and reads back what it would write. */
  interface Reader {
    void read(Path file) throws IOException;
  }

  private final String name;
  private final Reader reader;
  private final Class<? extends RuntimeException> refusal;
  private long accepted;
  private long slowestNanos;
  private long slowest;

  private Fuzz(String name, Reader reader, Class<? extends RuntimeException> refusal) {
    this.name = name;
    this.reader = reader;
    this.refusal = refusal;
  }

  /** Fails with the seed of the first input that is neither accepted nor refused in good order. */
  static void run(
      Path file, List<byte[]> good, Class<? extends RuntimeException> refusal, Reader reader) {
    new Fuzz(String.valueOf(file.getFileName()), reader, refusal).run(file, new Mutator(good));
  }

  private void run(Path file, Mutator mutator) {
    long end = System.nanoTime() + FOR.toNanos();
    long seed = FIRST;
    ExecutorService thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    do {
      byte[] input = mutator.input(seed);
      try {
        trySoon(file, input, seed, thread);
      } catch (AssertionError e) {
        throw new AssertionError(
            "%s: %s; its input: %s, and again with -Dloomwatch.fuzz.seed=%d"
                .formatted(name, e.getMessage(), keep(input, seed), seed),
            e);
      }
      seed++;
    } while (System.nanoTime() < end);
    thread.shutdown();
    System.out.printf(
        Locale.ROOT,
        "fuzz %s: %d inputs, %d accepted; slowest %d ms (seed %d)%n",
        name,
        seed - FIRST,
        accepted,
        slowestNanos / 1_000_000,
        slowest);
  }

  private Path keep(byte[] input, long seed) {
    try {
      return Files.write(Path.of("target", "fuzz-" + seed + "-" + name), input);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void trySoon(Path file, byte[] input, long seed, ExecutorService thread) {
    long nanos = Long.MAX_VALUE;
    for (int i = 0; i < AGAIN && nanos > SOON.toNanos(); i++) {
      nanos = Math.min(nanos, tried(file, input, thread));
    }
    if (nanos > slowestNanos) {
      slowestNanos = nanos;
      slowest = seed;
    }
    if (nanos > SOON.toNanos()) {
      throw new AssertionError("must take a second at most, took " + nanos / 1_000_000 + " ms");
    }
  }

  /** How long it took, of the processor: others may be at work. */
  private long tried(Path file, byte[] input, ExecutorService thread) {
    try {
      Files.write(file, input);
      Outcome outcome = thread.submit(() -> outcome(file)).get(HUNG.toSeconds(), TimeUnit.SECONDS);
      if (outcome.thrown == null) {
        accepted++;
      } else {
        requireRefusal(outcome.thrown, file);
      }
      return outcome.nanos;
    } catch (TimeoutException e) {
      throw new AssertionError("must end, hangs", e);
    } catch (IOException | InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private record Outcome(@Nullable Throwable thrown, long nanos) {}

  private Outcome outcome(Path file) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    @Nullable Throwable thrown = null;
    try {
      reader.read(file);
    } catch (Throwable e) {
      thrown = e;
    }
    return new Outcome(thrown, clock.getCurrentThreadCpuTime() - start);
  }

  private void requireRefusal(Throwable thrown, Path file) {
    if (thrown instanceof AssertionError otherOnceWritten) {
      throw otherOnceWritten;
    }
    if (!refusal.isInstance(thrown)) {
      throw new AssertionError(
          "must throw " + refusal.getSimpleName() + ", threw " + thrown, thrown);
    }
    String message = String.valueOf(thrown.getMessage());
    if (!message.startsWith(String.valueOf(file.getParent()))) {
      throw new AssertionError("message must begin with the file, was: " + message, thrown);
    }
    if (message.length() > LONGEST_MESSAGE || STEERS.matcher(message).find()) {
      throw new AssertionError("message must be plain and short, was: " + message, thrown);
    }
  }
}
