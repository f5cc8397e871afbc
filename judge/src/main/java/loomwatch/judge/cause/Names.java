package loomwatch.judge.cause;

import java.util.List;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/** Names of a stack's frames. */
final class Names {
  private Names() {}

  /** Of all, the outermost first. */
  static List<String> of(Stack stack) {
    return stack.frames().stream().map(Frame::name).toList();
  }

  /** Where the innermost frame of that name is; −1 where there is none. */
  static int innermost(List<Frame> frames, String name) {
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (frames.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
