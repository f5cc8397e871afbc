package loomwatch.harness.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The first lines of commit messages. */
public final class CommitTitles {
  /** More than any site shows. */
  private static final String MOST = "--max-count=20000";

  private CommitTitles() {}

  /** By revision, of every branch; empty where there is no git or no repository. */
  public static Map<String, String> of(Path checkout) throws InterruptedException {
    Map<String, String> titles = new HashMap<>();
    try {
      Git.Answer answer = new Git(checkout).ask("log", "--all", MOST, "--format=%H %s");
      if (answer.worked()) {
        answer
            .out()
            .lines()
            .filter(line -> line.length() > 41)
            .forEach(line -> titles.put(line.substring(0, 40), line.substring(41)));
      }
    } catch (IOException noGit) {
      return Map.of();
    }
    return titles;
  }
}
