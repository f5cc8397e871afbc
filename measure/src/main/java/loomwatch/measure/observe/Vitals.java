package loomwatch.measure.observe;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.launch.LaunchFailure;

/** What a measured process says of itself, asked between slices of load only. */
public interface Vitals extends AutoCloseable {
  /** Of a process that is no JVM: it says nothing. */
  Vitals NONE =
      new Vitals() {
        @Override
        public Optional<Totals> totals(String during) {
          return Optional.empty();
        }

        @Override
        public Optional<NativeMemory> nativeMemory(String during) {
          return Optional.empty();
        }

        @Override
        public OptionalLong liveSet(String during) {
          return OptionalLong.empty();
        }

        @Override
        public Map<String, Long> liveObjects(String during) {
          return Map.of();
        }

        @Override
        public void keepRecording(Path file, String during) {}

        @Override
        public void close() {}
      };

  /**
   * Running totals since it started.
   *
   * @param allocatedBytes heap bytes allocated by all threads, carriers included
   * @param compileMillis time the JIT has spent; empty without a JIT
   */
  record Totals(long allocatedBytes, OptionalLong compileMillis) {}

  /**
   * Its totals now.
   *
   * @param during for the message of a failure
   * @throws LaunchFailure when the process is gone or does not answer
   */
  Optional<Totals> totals(String during) throws LaunchFailure, InterruptedException;

  /**
   * Its native memory now; empty where that is not tracked.
   *
   * @throws LaunchFailure when the process is gone or does not answer
   */
  Optional<NativeMemory> nativeMemory(String during) throws LaunchFailure, InterruptedException;

  /**
   * Has it collect its whole heap, then tells the bytes of the heap in use; empty where nobody
   * tells.
   *
   * @throws LaunchFailure when the process is gone or does not answer
   */
  OptionalLong liveSet(String during) throws LaunchFailure, InterruptedException;

  /**
   * Has it collect its whole heap, then tells the bytes that objects of a class take, of the
   * classes that take most; empty where nobody tells.
   *
   * @throws LaunchFailure when the process is gone or does not answer
   */
  Map<String, Long> liveObjects(String during) throws LaunchFailure, InterruptedException;

  /**
   * Writes what JFR recorded so far to a file, if it records.
   *
   * @throws LaunchFailure when the process is gone or does not answer
   */
  void keepRecording(Path file, String during) throws LaunchFailure, InterruptedException;

  @Override
  void close();
}
