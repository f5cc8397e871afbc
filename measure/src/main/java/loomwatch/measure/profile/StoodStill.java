package loomwatch.measure.profile;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/** Why a whole JVM stood still, in place of a stack. */
final class StoodStill {
  /** Collections have an event of their own, which tells their cause. */
  private static final Pattern OF_COLLECTORS =
      Pattern.compile("(?i).*(G1|GC|Collect|Parallel|Shen|Z[A-Z]|XMark|XRelocate|XVerify).*");

  private StoodStill() {}

  /** Of {@code jdk.GarbageCollection}. */
  static Stack collection(RecordedEvent event) {
    return because("collection: " + event.getString("cause"));
  }

  /** Of {@code jdk.ExecuteVMOperation}; empty where it is a collection, or nobody had to stop. */
  static Optional<Stack> safepoint(RecordedEvent event) {
    String name = event.getString("operation");
    return event.getBoolean("safepoint") && !OF_COLLECTORS.matcher(name).matches()
        ? Optional.of(because("safepoint: " + name))
        : Optional.empty();
  }

  static Stack because(String reason) {
    return new Stack(List.of(new Frame("", reason, 0)));
  }
}
