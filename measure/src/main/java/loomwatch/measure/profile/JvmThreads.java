package loomwatch.measure.profile;

import java.util.List;
import java.util.regex.Pattern;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/** Threads of a JVM that run no Java code, by what they are there for. */
final class JvmThreads {
  /** What the profilers themselves take: it is counted, and then left out. */
  static final Stack PROFILERS = named("profilers");

  private static final Pattern OF_PROFILERS = Pattern.compile("(?i)(JFR|loomwatch|async-prof).*");
  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler.*|JVMCI.*");
  private static final Pattern COLLECTOR =
      Pattern.compile("(GC|G1|[XZ][A-Z]|Shenandoah|Concurrent).*");

  private JvmThreads() {}

  static boolean isOfProfilers(String thread) {
    return OF_PROFILERS.matcher(thread).matches();
  }

  /** In place of a stack. */
  static Stack stack(String thread) {
    if (COMPILER.matcher(thread).matches()) {
      return Stack.JIT_COMPILER;
    }
    return named(COLLECTOR.matcher(thread).matches() ? "garbage collector" : "JVM");
  }

  private static Stack named(String what) {
    return new Stack(List.of(new Frame("", what, 0)));
  }
}
