package loomwatch.reporting.text;

import java.util.regex.Pattern;

/** What a commit is called where people read it. */
public final class CommitName {
  /** Of a hash: enough to tell the commits of a repository apart, as Git shows them too. */
  public static final int DIGITS = 8;

  /** A name that is no hash, such as another tool's, may be of any length. */
  private static final int LONGEST = 120;

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{12,64}");

  private CommitName() {}

  /** The beginning of a hash, or another name as it is. */
  public static String shortened(String commit) {
    int shown = HASH.matcher(commit).matches() ? DIGITS : LONGEST;
    return commit.codePointCount(0, commit.length()) <= shown
        ? commit
        : commit.substring(0, commit.offsetByCodePoints(0, shown));
  }
}
