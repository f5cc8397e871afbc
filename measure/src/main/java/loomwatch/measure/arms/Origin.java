package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A repository as its host names it, {@code OWNER/NAME}, from the address it was cloned from. */
public final class Origin {
  private static final Pattern HOSTED =
      Pattern.compile(
          "(?:(?:https?|ssh)://[^/]+/|[^/@]+@[^/:]+:)([\\w.-]+/[\\w.-]+?)(?:[.]git)?/?");

  private Origin() {}

  /** That of a checkout's remote {@code origin}; empty where it has none on a host. */
  public static Optional<String> of(Path checkout) throws InterruptedException {
    try {
      Git.Answer url = new Git(checkout).ask("remote", "get-url", "origin");
      return url.worked() ? named(url.out()) : Optional.empty();
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  /** That of an address; empty for one that names no owner on a host, such as a folder's. */
  public static Optional<String> named(String url) {
    Matcher matcher = HOSTED.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * The branch that is merged into: that of origin, else the one checked out; empty where the
   * folder is not the root of a repository.
   */
  public static Optional<String> mainBranch(Path root) throws InterruptedException {
    Git git = new Git(root);
    try {
      Git.Answer prefix = git.ask("rev-parse", "--show-prefix");
      if (!prefix.worked() || !prefix.out().isEmpty()) {
        return Optional.empty();
      }
      Git.Answer theirs = git.ask("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
      if (theirs.worked()) {
        return Optional.of(theirs.out().substring("origin/".length()));
      }
      Git.Answer here = git.ask("symbolic-ref", "--short", "HEAD");
      return Optional.of(here.worked() ? here.out() : "main");
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }
}
