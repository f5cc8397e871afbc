package loomwatch.reporting.text;

import java.util.regex.Pattern;

/** The short name of a commit. */
public final class CommitName {
  /** Number of hexadecimal digits shown. */
  public static final int DIGITS = 8;

  /** Limit for a name that is no hash, such as another tool's. */
  private static final int LONGEST = 120;

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{12,64}");

  private CommitName() {}

  /** Returns the beginning of a hash, or another name unchanged. */
  public static String shortened(String commit) {
    int shown = HASH.matcher(commit).matches() ? DIGITS : LONGEST;
    return commit.codePointCount(0, commit.length()) <= shown
        ? commit
        : commit.substring(0, commit.offsetByCodePoints(0, shown));
  }
}
