package loomwatch.judge.cause;

import java.util.List;
import loomwatch.results.stacks.Frame;
import loomwatch.results.stacks.Stack;

/** Names of a stack's frames. */
final class Names {
  private Names() {}

  /** Of all, the outermost first. */
  static List<String> of(Stack stack) {
    return stack.frames().stream().map(Frame::name).toList();
  }
}
