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

/** Flags of every measured JVM; they fix what ergonomics would choose by the number of CPUs. */
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

  /** Returns the server's flags: processors and carriers equal the cores, the heap is fixed. */
  public static List<String> forServer(int cores, String heap) {
    List<String> flags = new ArrayList<>(forJmh(cores, heap));
    // Without it, requests pay for the first touch of pages of the young generation.
    flags.add("-XX:+AlwaysPreTouch");
    // Without it, one launch in seven has a collection, too few to measure (decision 23).
    flags.add("-Xmn24m");
    flags.add("-XX:NativeMemoryTracking=summary");
    flags.add("-Djava.security.egd=file:/dev/urandom");
    return List.copyOf(flags);
  }

  /** Returns the flags of a JMH fork. It may use every core, as nothing else runs then. */
  public static List<String> forJmh(int cores, String heap) {
    List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
    flags.addAll(withoutHeap(cores));
    return List.copyOf(flags);
  }

  /** Merges a variant's flags with Loomwatch's except the heap, to test if a JVM starts. */
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
   * Makes the JIT deterministic, for comparing two variants: C2 alone, compiling early and in the
   * foreground. By default the JIT decides differently in each launch, depending on when its
   * threads run: Tomcat then allocates 1.3 to 2.5 KiB for the same request. At C2's default
   * threshold of 10,000 calls, what is called once per request would be compiled in the middle of
   * the measurement. Loops keep their default threshold, 2,000 × (568 − 33) % = 10,700 iterations:
   * at a fifth of it C2 compiles for a second code that only startup uses. The flags are not for
   * measuring startup.
   */
  public static final List<String> DETERMINISTIC_JIT =
      List.of(
          "-Xbatch",
          "-XX:-TieredCompilation",
          "-XX:CompileThreshold=2000",
          "-XX:OnStackReplacePercentage=568");

  /**
   * Compiles by C1 alone: the same code in each launch, seconds after the start. It takes two to
   * three times the CPU of C2's code, and allocates what C2 would not.
   */
  public static final List<String> C1_ALONE = List.of("-XX:TieredStopAtLevel=1");

  /**
   * Appends a variant's own flags to Loomwatch's and lets them override. It removes flags of
   * Loomwatch that conflict: another collector, the heap, and another choice of the young
   * generation. If only one end of the heap is given, the other is set to the same size.
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

  /** Returns the initial heap size that a variant's flags set, in bytes; empty if none. */
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
