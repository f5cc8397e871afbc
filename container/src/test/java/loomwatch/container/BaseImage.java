package loomwatch.container;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The images that ours are built on: one that the environment names, or some made here. */
final class BaseImage {
  /** Names one to pull instead, as workflows do; its tag begins with the JDK's version. */
  private static final String VARIABLE = "LOOMWATCH_JDK_IMAGE";

  private static final @Nullable String NAMED = System.getenv(VARIABLE);
  private static final Pattern FEATURE = Pattern.compile(":(\\d+)");

  /** The long-term ones that a server may run on. */
  private static final int[] SUPPORTED = {21, 25};

  /** What Loomwatch and builds of services call. */
  private static final String PROGRAMS =
      "bash cat chmod chown dirname git grep mkdir readlink rm sed setpriv /bin/sh sort stat"
          + " taskset uname";

  private static final Map<Integer, String> MADE = new TreeMap<>();

  private BaseImage() {}

  /** Feature versions of the JDKs to be tested. */
  static int[] jdks() {
    if (NAMED == null || NAMED.isEmpty()) {
      return SUPPORTED.clone();
    }
    Matcher tag = FEATURE.matcher(NAMED);
    if (!tag.find()) {
      throw new AssertionError(
          "%s must name an image with a tag that begins with the JDK's version, was %s"
              .formatted(VARIABLE, NAMED));
    }
    return new int[] {Integer.parseInt(tag.group(1))};
  }

  /**
   * One for programs.
   *
   * @param hasPrograms whether it has those of this machine; else they are to be installed
   */
  record Tooled(String name, boolean hasPrograms) {}

  /** One to install programs in, or one with those of this machine and the JDK of the tests. */
  static Tooled tooled() {
    if (NAMED != null && !NAMED.isEmpty()) {
      return new Tooled(NAMED, false);
    }
    String make = "./base-image %d %s".formatted(Runtime.version().feature(), PROGRAMS);
    return new Tooled(Docker.get().tell(make.split(" ")).lastLine(), true);
  }

  /** The name of one; made the first time it is asked for. */
  static synchronized String of(int jdk) {
    return NAMED == null || NAMED.isEmpty()
        ? MADE.computeIfAbsent(
            jdk, version -> Docker.get().tell("./base-image", version.toString()).lastLine())
        : NAMED;
  }
}
