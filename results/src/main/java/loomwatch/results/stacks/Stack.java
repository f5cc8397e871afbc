package loomwatch.results.stacks;

import java.util.List;

/**
 * A call stack.
 *
 * @param frames the outermost first
 */
public record Stack(List<Frame> frames) {
  /** In place of one, of the threads that compile. */
  public static final Stack JIT_COMPILER = new Stack(List.of(new Frame("", "JIT compiler", 0)));

  public Stack {
    frames = List.copyOf(frames);
  }
}
