package loomwatch.results;

import static loomwatch.results.MetricGroup.MEMORY;
import static loomwatch.results.MetricGroup.PAUSES;
import static loomwatch.results.Nature.Trait.DECIDES;
import static loomwatch.results.Nature.Trait.HEADLINE;
import static loomwatch.results.Nature.Trait.KEY;
import static loomwatch.results.Nature.Trait.MAY_BE_ZERO;
import static loomwatch.results.Unit.BYTES;
import static loomwatch.results.Unit.BYTES_PER_REQUEST;
import static loomwatch.results.Unit.COUNT;
import static loomwatch.results.Unit.SECONDS_PER_REQUEST;

/** What is known beforehand of the metrics of memory and of what collecting it takes. */
final class MemoryNatures {
  static final Nature COLLECTOR_CPU_PER_REQUEST =
      Nature.of(
              "collector-cpu-per-request",
              SECONDS_PER_REQUEST,
              PAUSES,
              "the collectors' CPU time ÷ bytes allocated meanwhile × those of a request")
          .called(
              Wording.of("collectors' CPU per request")
                  .changing("takes", "more", "less", "CPU for collections"))
          .with(KEY, DECIDES);

  static final Nature PROMOTED_PER_REQUEST =
      Nature.of(
              "promoted-per-request",
              BYTES_PER_REQUEST,
              PAUSES,
              "bytes moved to the old generation ÷ those allocated meanwhile × those of a request")
          .called(
              Wording.of("promotion per request")
                  .changing("promotes", "more", "less", "per request"))
          .beside(8)
          .with(MAY_BE_ZERO);

  static final Nature LIVE_SET =
      Nature.of("live-set", BYTES, MEMORY, "heap in use after load and a full collection")
          .called(Wording.of("live set").changing("keeps", "more", "less", "alive"))
          .with(HEADLINE, DECIDES);

  static final Nature RETAINED_PER_REQUEST =
      Nature.of(
              "retained-per-request",
              BYTES_PER_REQUEST,
              MEMORY,
              "what the live set grew by since the warm-up ÷ requests answered meanwhile")
          .called(
              Wording.of("growth of the live set per request")
                  .named("what a request leaves behind", "kept/request")
                  .changing("keeps", "more", "less", "of each request"))
          .beside(8)
          .with(KEY, MAY_BE_ZERO);

  static final Nature PLATFORM_THREADS_AT_REST =
      Nature.of(
          "platform-threads-at-rest", COUNT, MEMORY, "operating-system threads before any load");

  static final Nature PLATFORM_THREADS_AFTER_LOAD =
      Nature.of(
              "platform-threads-after-load",
              COUNT,
              MEMORY,
              "operating-system threads after the load")
          .called(
              Wording.of("platform threads after load")
                  .changing("has", "more", "fewer", "platform threads after the load"))
          .with(KEY);

  static final Nature THREAD_RESERVED_AT_REST =
      Nature.of(
              "thread-reserved-at-rest",
              BYTES,
              MEMORY,
              "address space reserved for thread stacks at rest")
          .called(Wording.of("thread memory reserved at rest"));

  static final Nature THREAD_RESERVED_AFTER_LOAD =
      Nature.of(
              "thread-reserved-after-load",
              BYTES,
              MEMORY,
              "address space reserved for thread stacks after the load")
          .called(
              Wording.of("thread memory reserved after load")
                  .named("thread memory reserved", "threads' memory"))
          .with(HEADLINE, DECIDES);

  static final Nature THREAD_COMMITTED_AT_REST =
      Nature.of(
              "thread-committed-at-rest",
              BYTES,
              MEMORY,
              "memory committed for thread stacks at rest")
          .called(Wording.of("thread memory committed at rest"));

  static final Nature THREAD_COMMITTED_AFTER_LOAD =
      Nature.of(
              "thread-committed-after-load",
              BYTES,
              MEMORY,
              "memory committed for thread stacks after the load")
          .called(Wording.of("thread memory committed after load"));

  static final Nature COMMITTED_AT_REST =
      Nature.of("committed-at-rest", BYTES, MEMORY, "all memory the JVM committed, at rest")
          .called(Wording.of("memory committed at rest"));

  static final Nature COMMITTED_AFTER_LOAD =
      Nature.of(
              "committed-after-load", BYTES, MEMORY, "all memory the JVM committed, after the load")
          .called(
              Wording.of("memory committed after load")
                  .changing("has", "more", "less", "memory committed after the load"))
          .with(DECIDES);

  static final Nature NATIVE_MEMORY_AFTER_LOAD =
      Nature.of(
              "native-memory-after-load",
              BYTES,
              MEMORY,
              "memory the JVM committed beside the heap, after the load")
          .called(
              Wording.of("native memory after load")
                  .changing("has", "more", "less", "native memory after the load"))
          .with(DECIDES);

  static final Nature FILE_DESCRIPTORS_AFTER_LOAD =
      Nature.of(
              "file-descriptors-after-load",
              COUNT,
              MEMORY,
              "files, sockets and pipes that are open after the load")
          .called(
              Wording.of("file descriptors after load")
                  .changing("has", "more", "fewer", "file descriptors open after the load"))
          .with(KEY);

  static final Nature RSS_AT_REST =
      Nature.of("rss-at-rest", BYTES, MEMORY, "resident set size at rest")
          .called(Wording.of("RSS at rest"));

  static final Nature RSS_AFTER_LOAD =
      Nature.of("rss-after-load", BYTES, MEMORY, "resident set size after the load")
          .called(
              Wording.of("RSS after load")
                  .named("resident memory", "RSS")
                  .changing("has", "more", "less", "memory resident after the load"))
          .with(HEADLINE, DECIDES);

  private MemoryNatures() {}
}
