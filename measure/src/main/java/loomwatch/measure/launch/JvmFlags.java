package loomwatch.measure.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.service.ServiceSpec;

/**
 * What every measured JVM is started with, so that ergonomics decide nothing: left alone a JVM that
 * sees one CPU takes another collector and one carrier.
 */
public final class JvmFlags {
  private static final Predicate<String> COLLECTOR =
      Pattern.compile("-XX:\\+Use\\w+GC").asMatchPredicate();

  private static final Predicate<String> HEAP =
      Pattern.compile("-Xm[sx].+|-XX:(Initial|Max)(HeapSize|RAMPercentage)=.+").asMatchPredicate();

  private static final Predicate<String> YOUNG =
      Pattern.compile("-Xmn.+|-XX:(NewRatio|(Max)?NewSize|G1(Max)?NewSizePercent)=.+")
          .asMatchPredicate();

  private static final Pattern FIRST_HEAP =
      Pattern.compile("(?:-Xms|-XX:InitialHeapSize=)(\\d{1,15})([kKmMgGtT]?)");

  private static final Map<String, String> OTHER_END =
      Map.of(
          "-Xms", "-Xmx",
          "-Xmx", "-Xms",
          "-XX:InitialHeapSize=", "-XX:MaxHeapSize=",
          "-XX:MaxHeapSize=", "-XX:InitialHeapSize=");

  private JvmFlags() {}

  /**
   * The server's flags. Processors and carriers are fixed to the cores; the heap is fixed so that
   * resizing is no part of the measurement.
   */
  public static List<String> forServer(int cores, String heap) {
    List<String> flags = new ArrayList<>(forJmh(cores, heap));
    // Else every request pays for pages of the young generation that nobody touched before.
    flags.add("-XX:+AlwaysPreTouch");
    // Else one launch in seven sees a collection, and what they take cannot be told (decision 23).
    flags.add("-Xmn24m");
    flags.add("-XX:NativeMemoryTracking=summary");
    flags.add("-Djava.security.egd=file:/dev/urandom");
    return List.copyOf(flags);
  }

  /** The flags of a JMH fork; it may use every core, as nothing else runs then. */
  public static List<String> forJmh(int cores, String heap) {
    List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
    flags.addAll(withoutHeap(cores));
    return List.copyOf(flags);
  }

  /**
   * A variant's own with ours, for a JVM that only has to say whether it takes them. Of a heap the
   * variant does not give there is none: to fill it would take longer than to answer.
   */
  public static List<String> forTrying(List<String> own) {
    return with(withoutHeap(1), own);
  }

  private static List<String> withoutHeap(int cores) {
    return List.of(
        "-XX:+UseG1GC",
        "-XX:ActiveProcessorCount=" + cores,
        "-Djdk.virtualThreadScheduler.parallelism=" + cores);
  }

  /**
   * What settles the JIT, for telling two variants apart: C2 alone, compiling in the foreground,
   * early. Left to itself the JIT decides differently in each launch, by when its threads get to
   * run: Tomcat then allocates 1.3 to 2.5 KiB for the same request. C2's usual threshold of 10,000
   * calls is met in the middle of the measuring by what is called once a request. Loops keep the
   * usual threshold, 2,000 × (568 − 33) % = 10,700 turns: at a fifth of it C2 compiles for a second
   * what a server needs at its start only. Not for measuring how fast a server starts.
   */
  public static final List<String> DETERMINISTIC_JIT =
      List.of(
          "-Xbatch",
          "-XX:-TieredCompilation",
          "-XX:CompileThreshold=2000",
          "-XX:OnStackReplacePercentage=568");

  /**
   * Ours and then a variant's own, which win. Where the JVM refuses two together ours give way: a
   * second collector, or a heap that would begin larger than it may become; a young generation too
   * where theirs is chosen in another way. A heap of which only one end is given stays fixed: the
   * other end becomes the same.
   */
  public static List<String> with(List<String> ours, List<String> own) {
    List<String> flags = new ArrayList<>(ours);
    if (own.stream().anyMatch(COLLECTOR)) {
      flags.removeIf(COLLECTOR);
    }
    if (own.stream().anyMatch(YOUNG)) {
      flags.removeIf(YOUNG);
    }
    if (own.stream().anyMatch(HEAP)) {
      flags.removeIf(HEAP);
      List<String> ends = own.stream().filter(HEAP).toList();
      if (ends.size() == 1) {
        otherEnd(ends.getFirst()).ifPresent(flags::add);
      }
    }
    flags.removeAll(own);
    flags.addAll(own);
    return List.copyOf(flags);
  }

  private static Optional<String> otherEnd(String end) {
    return OTHER_END.entrySet().stream()
        .filter(pair -> end.startsWith(pair.getKey()))
        .map(pair -> pair.getValue() + end.substring(pair.getKey().length()))
        .findFirst();
  }

  /**
   * The heap in bytes that is filled at the start by a variant's own flags; nothing without any.
   */
  public static OptionalLong heapBytes(List<String> own) {
    return with(List.of(), own).stream()
        .map(FIRST_HEAP::matcher)
        .filter(Matcher::matches)
        .mapToLong(heap ->
            Long.parseLong(heap.group(1))
                << (10 * " kmgt".indexOf(heap.group(2).toLowerCase(Locale.ROOT))))
        .reduce((earlier, last) -> last);
  }

  public static ServiceSpec over(ServiceSpec service, List<String> own) {
    return own.isEmpty() ? service : service.withJvmFlags(with(service.jvmFlags(), own));
  }

  public static List<String> choosing(List<String> flags) {
    return flags.stream().filter(HEAP.or(COLLECTOR)).toList();
  }
}
