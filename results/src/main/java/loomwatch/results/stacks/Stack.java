package loomwatch.results.stacks;

import java.util.List;

/**
 * A call stack.
 *
 * @param frames the outermost first
 */
public record Stack(List<Frame> frames) {
  public Stack {
    frames = List.copyOf(frames);
  }
}
