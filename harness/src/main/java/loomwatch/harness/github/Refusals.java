package loomwatch.harness.github;

import java.io.FileNotFoundException;
import org.kohsuke.github.HttpException;

/** What GitHub's refusals mean, and what to do about each. */
final class Refusals {
  private static final int LONGEST = 300;

  private Refusals() {}

  static GitHubException of(String what, Permission permission, Throwable e) {
    int status = status(e);
    String remedy =
        switch (status) {
          case 401 -> "the token is not valid (401): has it expired?";
          case 403 ->
              "the token may not (403): the job needs permissions: "
                  + permission.grant()
                  + (permission == Permission.CHECKS
                      ? ", and only a GitHub App's token, such as a job's own, may write checks"
                      : "");
          case 404 ->
              "there is no such thing, or the token cannot see it (404): look at --repo, --sha and"
                  + " --pr, and at permissions: "
                  + permission.grant();
          case 0 -> said(e);
          default -> "GitHub answered " + status + ": " + said(e);
        };
    return GitHubException.refused(what + ": " + remedy);
  }

  /** The HTTP status behind it; 0 when it is no answer of GitHub's. */
  static int status(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpException http && http.getResponseCode() > 0) {
        return http.getResponseCode();
      }
      if (cause instanceof FileNotFoundException) {
        return 404;
      }
    }
    return 0;
  }

  /** One line of it, without what could steer a terminal. */
  private static String said(Throwable e) {
    String line = String.valueOf(e.getMessage()).replaceAll("[\\p{C}\\s]+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
