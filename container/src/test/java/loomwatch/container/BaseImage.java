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

  /** The name of one; made the first time it is asked for. */
  static synchronized String of(int jdk) {
    return NAMED == null || NAMED.isEmpty()
        ? MADE.computeIfAbsent(
            jdk, version -> Docker.get().tell("./base-image", version.toString()).lastLine())
        : NAMED;
  }
}
