package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Times the calls of methods of a JVM. */
public final class Timing {
  private final InstrumentingAgent agent;
  private final List<String> methods;
  private final Path folder;

  /**
   * Times in the JVM of that process.
   *
   * @param folder for its files
   * @param methods as in {@code shop.Cart.total(Ljava/util/List;)I}
   */
  public Timing(long pid, Path folder, List<String> methods) {
    if (methods.size() > TimingProbe.MOST) {
      throw new IllegalArgumentException(
          "methods must be up to %d, were %d".formatted(TimingProbe.MOST, methods.size()));
    }
    this.agent = new InstrumentingAgent(pid, folder, TimingAgent.class, List.of("TimingProbe"));
    this.methods = List.copyOf(methods);
    this.folder = folder.toAbsolutePath();
  }

  /** Begins; methods of classes that are not loaded are left out. */
  public void start() throws IOException {
    Path file = Files.write(folder.resolve("timed-methods.txt"), methods);
    agent.start(file.toString());
    Files.delete(file);
  }

  /** Returns the calls since the last time, by method; those that were not called are absent. */
  public Map<String, Calls> drain() throws IOException {
    Path file = folder.resolve("timed-calls.txt");
    agent.call("drain", file.toString());
    Map<String, Calls> calls = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      List<Calls.Bucket> buckets = new ArrayList<>();
      for (String word : List.of(words).subList(1, words.length)) {
        int colon = word.indexOf(':');
        buckets.add(
            new Calls.Bucket(
                Long.parseLong(word.substring(0, colon)),
                Long.parseLong(word.substring(colon + 1))));
      }
      calls.put(methods.get(Integer.parseInt(words[0])), new Calls(buckets));
    }
    Files.delete(file);
    return calls;
  }

  /** The calls of one method by duration, the shortest first; at least one. */
  public record Calls(List<Bucket> buckets) {
    /** Garbage collections and interrupts are in the slowest calls. */
    private static final double COUNTED = 0.9;

    /**
     * Calls that took about as long, within a sixteenth of a power of two.
     *
     * @param calls at least 1
     * @param nanos of all of them
     */
    public record Bucket(long calls, long nanos) {}

    public Calls {
      buckets = List.copyOf(buckets);
    }

    public long count() {
      return buckets.stream().mapToLong(Bucket::calls).sum();
    }

    /** Returns nanoseconds of all calls. */
    public long total() {
      return buckets.stream().mapToLong(Bucket::nanos).sum();
    }

    /** Returns nanoseconds of all calls, as if the slowest tenth were as fast as the others. */
    public double typical() {
      double counted = COUNTED * count();
      double before = 0;
      double sum = 0;
      for (Bucket bucket : buckets) {
        sum += Math.clamp((counted - before) / bucket.calls(), 0, 1) * bucket.nanos();
        before += bucket.calls();
      }
      return sum / COUNTED;
    }
  }
}
