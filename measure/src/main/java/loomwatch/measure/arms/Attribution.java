package loomwatch.measure.arms;

/**
 * Whether it can be measured how much of a change is the toolchain's (Tomcat, JDK, JVM flags) and
 * how much the code's (revision, handicap).
 */
public sealed interface Attribution {

  /** Nobody asked, or only one of them changed: all of the change is that one's. */
  record Unneeded() implements Attribution {}

  /**
   * An arm between base and head cannot be built, as when the code needs its own Tomcat.
   *
   * @param why a sentence for the report
   */
  record Impossible(String why) implements Attribution {}

  /** Both changed by their versions, and the code that runs is the same. */
  record AllToolchains() implements Attribution {}

  /**
   * Both changed.
   *
   * @param toolchain head's toolchain with base's code
   * @param code base's toolchain with head's code
   */
  record Mixed(BuiltArm toolchain, BuiltArm code) implements Attribution {}
}
