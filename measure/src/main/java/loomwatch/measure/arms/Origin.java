package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
    } catch (ArmException | IOException noneOrNotTrusted) {
      return Optional.empty();
    }
  }

  /** That of an address; empty for one that names no owner on a host, such as a folder's. */
  public static Optional<String> named(String url) {
    Matcher matcher = HOSTED.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Where a folder lies in a repository's checkout.
   *
   * @param root of the checkout
   * @param folder from there, such as {@code services/cart}; empty for the root itself
   * @param branch that is merged into: that of origin, else main or master, else the current one
   */
  public record Checkout(Path root, String folder, String branch) {}

  /** That of a folder; empty where it is in no repository. */
  public static Optional<Checkout> checkout(Path folder) throws InterruptedException {
    Git git = new Git(folder);
    try {
      Git.Answer root = git.ask("rev-parse", "--show-toplevel");
      if (!root.worked()) {
        return Optional.empty();
      }
      String prefix = git.ask("rev-parse", "--show-prefix").out();
      return Optional.of(
          new Checkout(Path.of(root.out()), prefix.replaceFirst("/$", ""), mainBranch(git)));
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  private static String mainBranch(Git git) throws IOException, InterruptedException {
    Git.Answer theirs = git.ask("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
    if (theirs.worked()) {
      return theirs.out().substring("origin/".length());
    }
    // Without a clone's origin/HEAD one often stands on a branch for a change.
    for (String usual : List.of("main", "master")) {
      for (String where : List.of("refs/remotes/origin/", "refs/heads/")) {
        if (git.ask("rev-parse", "--verify", "--quiet", where + usual).worked()) {
          return usual;
        }
      }
    }
    Git.Answer here = git.ask("symbolic-ref", "--short", "HEAD");
    return here.worked() ? here.out() : "main";
  }
}
