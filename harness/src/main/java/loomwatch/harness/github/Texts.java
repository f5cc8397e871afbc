package loomwatch.harness.github;

import org.jspecify.annotations.Nullable;

/** Whether GitHub has a text already. */
final class Texts {
  private Texts() {}

  /** But for line ends and white space at the end, which GitHub may change. */
  static boolean same(String ours, @Nullable String theirs) {
    return theirs != null && plain(ours).equals(plain(theirs));
  }

  private static String plain(String text) {
    return text.replace("\r\n", "\n").stripTrailing();
  }
}
