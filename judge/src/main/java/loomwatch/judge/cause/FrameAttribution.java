package loomwatch.judge.cause;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.stacks.Frame;
import loomwatch.results.stacks.Resource;
import loomwatch.results.stacks.Stack;

/**
 * Whom a stack is charged to: the innermost method that may differ between base and head, or else
 * the innermost that is not the JDK's. Not thread-safe.
 */
final class FrameAttribution {
  private final Suspects suspects;
  private final Map<String, Boolean> mayDiffer = new HashMap<>();

  FrameAttribution(Suspects suspects) {
    this.suspects = suspects;
  }

  /** Its frames without what is done further in; none where nobody can be charged. */
  List<Frame> of(Resource resource, Stack stack) {
    List<Frame> frames = stack.frames();
    if (frames.getFirst().type().isEmpty()) {
      // The JVM's own: it does more because of what others do. Who waits for it knows no better.
      return resource == Resource.TAIL || resource == Resource.LIVE ? frames : List.of();
    }
    int end = last(frames, true);
    if (end < 0) {
      end = last(frames, false);
    }
    return end < 0 ? frames : frames.subList(0, end + 1);
  }

  private int last(List<Frame> frames, boolean differing) {
    for (int i = frames.size() - 1; i >= 0; i--) {
      String type = frames.get(i).type();
      if (differing
          ? mayDiffer.computeIfAbsent(type, suspects::mayDiffer)
          : !Suspects.isOfJdk(type)) {
        return i;
      }
    }
    return -1;
  }
}
