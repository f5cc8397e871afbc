package loomwatch.loadgen;

import java.util.ArrayList;
import java.util.List;

/**
 * Ties a child process to its parent: when the parent is gone, however it went, the child is
 * killed.
 *
 * <p>The child's standard input is a pipe that only the parent holds open. A shell waits for its
 * end in the background, and then becomes the child's program by {@code exec}, so that the child
 * keeps the process id the parent knows. The parent closes the pipe once the child has ended, or
 * the waiting shell would linger.
 */
public final class Leash {
  /** $$ is the shell that becomes the program, also within the parentheses. */
  private static final String SCRIPT =
      "exec 3<&0 </dev/null;"
          + " ( exec >/dev/null 2>&1; cat <&3; kill -9 $$ ) &"
          + " exec 3<&-; exec \"$@\"";

  private Leash() {}

  /** The command on a leash, for a process whose standard input is a pipe and otherwise unused. */
  public static List<String> command(List<String> command) {
    List<String> leashed = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "leash"));
    leashed.addAll(command);
    return leashed;
  }
}
