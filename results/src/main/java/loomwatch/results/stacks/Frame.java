package loomwatch.results.stacks;

/**
 * A method in a call stack.
 *
 * @param type the class's binary name, made {@linkplain FrameNames stable}
 * @param method its name; overloads share it
 * @param line in its source, from 1; 0 where that is not known
 */
public record Frame(String type, String method, int line) {
  /** {@code package.Class.method}: what it is known by from launch to launch. */
  public String name() {
    return type.isEmpty() ? method : type + "." + method;
  }
}
