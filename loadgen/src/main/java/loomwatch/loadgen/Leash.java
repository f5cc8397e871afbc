package loomwatch.loadgen;

import java.util.ArrayList;
import java.util.List;

/**
 * Ties a child process to its parent: when the parent ends in any way, the child is killed, and two
 * seconds later all its descendants, even detached ones.
 *
 * <p>The child's standard input is a pipe that only the parent holds open. A shell waits for its
 * end in the background and then becomes the child's program by {@code exec}, so that the child
 * keeps the process id that the parent knows. Java closes the pipe when the child ends. Descendants
 * are recognised by an environment variable that they inherit and the waiting shell does not have.
 */
public final class Leash {
  private static final String VARIABLE = "LOOMWATCH_LEASH";

  /** $$ is the id of the shell that becomes the program, also within the parentheses. */
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

  /** Wraps a command whose standard input is a pipe and otherwise unused. */
  public static List<String> command(List<String> command) {
    List<String> leashed = new ArrayList<>(SHELL);
    leashed.addAll(command);
    return leashed;
  }

  /** Returns the environment entry that a leashed process and all its descendants have. */
  public static String mark(long pid) {
    return VARIABLE + "=" + pid;
  }

  /** Returns whether a command line is that of the waiting shell, a child of the process. */
  public static boolean isWaiting(List<String> words) {
    return words.size() > SHELL.size() && words.subList(0, SHELL.size()).equals(SHELL);
  }
}
