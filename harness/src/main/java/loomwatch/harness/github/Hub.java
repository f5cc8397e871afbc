package loomwatch.harness.github;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.kohsuke.github.GHRepository;
import org.kohsuke.github.GitHub;
import org.kohsuke.github.GitHubBuilder;
import org.kohsuke.github.HttpException;
import org.kohsuke.github.connector.GitHubConnector;

/** One repository on GitHub and who we are there. Not for several threads. */
public final class Hub {
  /** Who writes with the token that GitHub gives to each job. */
  private static final String OF_A_JOB = "github-actions[bot]";

  private final GitHub gitHub;
  private final String repository;
  private final Patience patience;
  private @Nullable String author;

  private Hub(GitHub gitHub, String repository, Patience patience, @Nullable String author) {
    this.gitHub = gitHub;
    this.repository = repository;
    this.patience = patience;
    this.author = author;
  }

  /** Whether anything is written. */
  public enum Writing {
    REAL,
    /** It is printed instead. */
    DRY
  }

  /**
   * How to go about it.
   *
   * @param writing whether anything is
   * @param patience after which no request is tried again
   * @param author the login the token writes as; null to ask GitHub
   * @param out hears what would be written
   * @param log hears of what fails and is tried again
   */
  public record Manner(
      Writing writing,
      Duration patience,
      @Nullable String author,
      PrintStream out,
      PrintStream log) {}

  /** A piece of work on the repository that looks before it writes. */
  interface Step<T> {
    T take(GHRepository repository) throws IOException;
  }

  /**
   * Prepares; sends nothing yet.
   *
   * @param repository {@code OWNER/NAME}
   * @throws GitHubException when there is no token to write with
   */
  public static Hub of(Endpoint endpoint, String repository, Manner manner) {
    return of(endpoint, repository, manner, Duration.ofSeconds(1));
  }

  static Hub of(Endpoint endpoint, String repository, Manner manner, Duration firstPause) {
    String token = endpoint.token();
    if (token == null && manner.writing() == Writing.REAL) {
      throw GitHubException.refused(
          "GITHUB_TOKEN must be set to write to GitHub, was not; --dry-run writes nothing");
    }
    GitHubConnector real = new BoundedConnector(endpoint, Clock.systemUTC());
    GitHubBuilder builder =
        new GitHubBuilder()
            .withEndpoint(endpoint.api().toString())
            .withConnector(
                manner.writing() == Writing.DRY ? new DryRunConnector(real, manner.out()) : real);
    try {
      return new Hub(
          (token == null ? builder : builder.withAppInstallationToken(token)).build(),
          repository,
          new Patience(manner.patience(), firstPause, new SplittableRandom(), manner.log()),
          manner.author());
    } catch (IOException e) {
      throw GitHubException.refused("GitHub cannot be used: " + e.getMessage());
    }
  }

  /**
   * Takes a step, as often as it takes.
   *
   * @param what it does, as messages say it: {@code write the check}
   * @throws GitHubException when it cannot be done
   */
  <T> T step(String what, Permission permission, Step<T> step) {
    try {
      return patience.take(what, () -> step.take(gitHub.getRepository(repository)));
    } catch (IOException e) {
      throw refused(what, permission, e);
    } catch (RuntimeException e) {
      throw Refusals.status(e) == 0 ? e : refused(what, permission, e);
    }
  }

  private GitHubException refused(String what, Permission permission, Exception e) {
    return Refusals.of("could not " + what + " of " + repository, permission, e);
  }

  /** The login under which our comments and issues stand; a job's own token may not ask. */
  String author() {
    if (author == null) {
      author = step("ask who we are", Permission.READ, anyRepository -> login());
    }
    return author;
  }

  private String login() throws IOException {
    if (gitHub.isAnonymous()) {
      return OF_A_JOB;
    }
    try {
      return gitHub.getMyself().getLogin();
    } catch (HttpException e) {
      if (e.getResponseCode() == 403) {
        return OF_A_JOB;
      }
      throw e;
    }
  }

  /** Whether what that user wrote is ours. */
  boolean isUs(@Nullable String login) {
    return author().equalsIgnoreCase(login);
  }
}
