package loomwatch.loadgen;

import java.util.ArrayList;
import java.util.List;

/**
 * Ties a child process to its parent: when the parent is gone, however it went, the child is
 * killed, and two seconds later whatever it started, even what moved away from it.
 *
 * <p>The child's standard input is a pipe that only the parent holds open. A shell waits for its
 * end in the background, and then becomes the child's program by {@code exec}, so that the child
 * keeps the process id the parent knows. Java closes the pipe once the child has ended. What
 * belongs to the child is known by a variable that it hands on to all it starts; the waiting shell
 * has it not.
 */
public final class Leash {
  private static final String VARIABLE = "LOOMWATCH_LEASH";

  /** $$ is the shell that becomes the program, also within the parentheses. */
  private static final String SCRIPT =
      "exec 3<&0 </dev/null;"
          + " ( exec >/dev/null 2>&1; cat <&3; kill -9 $$; sleep 2;"
          + " for e in $(grep -lsz '^"
          + VARIABLE
          + "='$$'$' /proc/[0-9]*/environ);"
          + " do e=${e#/proc/}; kill -9 ${e%/environ}; done ) &"
          + " exec 3<&-; export "
          + VARIABLE
          + "=$$; exec \"$@\"";

  private static final List<String> SHELL = List.of("/bin/sh", "-c", SCRIPT, "leash");

  private Leash() {}

  /** The command on a leash, for a process whose standard input is a pipe and otherwise unused. */
  public static List<String> command(List<String> command) {
    List<String> leashed = new ArrayList<>(SHELL);
    leashed.addAll(command);
    return leashed;
  }

  /** What the environment of a process has, and of all that it starts, if it is on a leash. */
  public static String mark(long pid) {
    return VARIABLE + "=" + pid;
  }

  /** Whether that is the shell that waits, a child of the process on the leash. */
  public static boolean isWaiting(List<String> words) {
    return words.size() > SHELL.size() && words.subList(0, SHELL.size()).equals(SHELL);
  }
}
