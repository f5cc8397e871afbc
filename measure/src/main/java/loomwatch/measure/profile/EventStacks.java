package loomwatch.measure.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import loomwatch.results.Stack.FrameNames;

/** The call stacks of events, without what is glue or ourselves. Not thread-safe. */
final class EventStacks {
  /** Types of frames that async-profiler has beside JFR's. */
  private static final Set<String> NOT_JAVA = Set.of("Native", "C++", "Kernel");

  /** Each once: a recording has a few thousand of them, a million times. */
  private final Map<Frame, Frame> frames = new HashMap<>();

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> methods = new HashMap<>();

  /** JFR keeps each stack of a chunk once, and to look into one is slow. */
  private final Map<RecordedStackTrace, Optional<Stack>> known = new IdentityHashMap<>();

  /** Empty where JFR could not tell, or where it or we ourselves were at work. */
  Optional<Stack> of(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null ? Optional.empty() : known.computeIfAbsent(trace, this::stack);
  }

  private Optional<Stack> stack(RecordedStackTrace trace) {
    List<Frame> outermostFirst = new ArrayList<>();
    for (RecordedFrame recorded : trace.getFrames().reversed()) {
      RecordedMethod method = recorded.getMethod();
      if (!recorded.isJavaFrame() || method == null || NOT_JAVA.contains(recorded.getType())) {
        continue;
      }
      String type = types.computeIfAbsent(method.getType().getName(), FrameNames::type);
      if (type.isEmpty()) {
        // async-profiler's way of saying that there is no Java frame.
        continue;
      }
      if (type.startsWith("jdk.jfr.") || type.startsWith("loomwatch.measure.observe.")) {
        return Optional.empty();
      }
      if (!FrameNames.isGlue(type)) {
        Frame frame =
            new Frame(
                type,
                methods.computeIfAbsent(method.getName(), FrameNames::method),
                Math.max(0, recorded.getLineNumber()));
        outermostFirst.add(frames.computeIfAbsent(frame, same -> same));
      }
    }
    return outermostFirst.isEmpty() ? Optional.empty() : Optional.of(new Stack(outermostFirst));
  }
}
