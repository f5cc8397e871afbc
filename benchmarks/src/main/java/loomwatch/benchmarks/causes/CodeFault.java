package loomwatch.benchmarks.causes;

import java.util.Locale;
import loomwatch.results.Mode;

/** What a commit could do to the page {@code hello}, as a patch, and the method to be named. */
enum CodeFault {
  COMPUTE(Mode.PLATFORM, "Hello.tag"),
  ALLOCATE(Mode.VIRTUAL, "Hello.note"),
  MONITOR(Mode.PLATFORM, "Hello.count"),
  REENTRANT_LOCK(Mode.VIRTUAL, "Hello.count"),
  SLEEP(Mode.PLATFORM, "Hello.pause"),
  HOP(Mode.VIRTUAL, "Hello.hop"),
  /** A header costs where it is written: there is no code of the repository between. */
  HEADER(Mode.PLATFORM, "Workload.send"),
  /** Since JDK 24 a monitor pins nothing. */
  PIN(Mode.VIRTUAL, "Hello.guarded");

  private static final String PACKAGE = "loomwatch.server.workload.";

  private final Mode mode;
  private final String method;

  CodeFault(Mode mode, String method) {
    this.mode = mode;
    this.method = method;
  }

  /** Whose servers are compared. */
  Mode mode() {
    return mode;
  }

  /** As {@code causes.json} names it. */
  String method() {
    return PACKAGE + method;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
