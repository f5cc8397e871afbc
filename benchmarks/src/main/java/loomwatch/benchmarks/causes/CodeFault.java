package loomwatch.benchmarks.causes;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;

/** What a commit could do to the page {@code hello}, as a patch, and the methods to be named. */
enum CodeFault {
  COMPUTE(Mode.PLATFORM, "Hello.tag"),
  ALLOCATE(Mode.VIRTUAL, "Hello.note"),
  MONITOR(Mode.PLATFORM, "Hello.count"),
  REENTRANT_LOCK(Mode.VIRTUAL, "Hello.count"),
  SLEEP(Mode.PLATFORM, "Hello.pause"),
  /** The other thread runs a lambda, which allocates. */
  HOP(Mode.VIRTUAL, "Hello.hop", "Hello.lambda$hop"),
  /** A header costs where it is written: there is no code of the repository between. */
  HEADER(Mode.PLATFORM, "Workload.send"),
  /** Since JDK 24 a monitor pins nothing. */
  PIN(Mode.VIRTUAL, "Hello.guarded");

  private static final String PACKAGE = "loomwatch.server.workload.";

  private final Mode mode;
  private final Set<String> methods;

  CodeFault(Mode mode, String... methods) {
    this.mode = mode;
    this.methods = Stream.of(methods).map(PACKAGE::concat).collect(toUnmodifiableSet());
  }

  /** Whose servers are compared. */
  Mode mode() {
    return mode;
  }

  /** Whether it is in that method, as {@code causes.json} names it. */
  boolean isAt(String named) {
    return methods.contains(named);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
