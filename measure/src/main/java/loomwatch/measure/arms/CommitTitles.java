package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The first lines of commit messages. */
public final class CommitTitles {
  /** More than any site shows. */
  private static final String MOST = "--max-count=20000";

  private CommitTitles() {}

  /** By revision, of every branch; empty where there is no git or no repository. */
  public static Map<String, String> of(Path checkout) throws InterruptedException {
    Map<String, String> titles = new HashMap<>();
    try {
      // A title may hold what ends a line elsewhere, but never NUL.
      Git.Answer answer = new Git(checkout).ask("log", "-z", "--all", MOST, "--format=%H %s");
      if (answer.worked()) {
        Stream.of(answer.out().split("\0"))
            .filter(commit -> commit.length() > 41)
            .forEach(commit -> titles.put(commit.substring(0, 40), commit.substring(41)));
      }
    } catch (IOException noGit) {
      return Map.of();
    }
    return titles;
  }
}
