package loomwatch.harness.github;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import loomwatch.harness.github.GitHubTransport.DryRunConnector;
import loomwatch.harness.github.GitHubTransport.RetryLaterException;
import org.jspecify.annotations.Nullable;
import org.kohsuke.github.GHRepository;
import org.kohsuke.github.GitHub;
import org.kohsuke.github.GitHubBuilder;
import org.kohsuke.github.HttpException;
import org.kohsuke.github.connector.GitHubConnector;

/**
 * A repository on GitHub. Work is a step that reads before it writes, so that it can be repeated:
 * while GitHub is busy, it is retried with increasing pauses, and not before GitHub's own limit,
 * until the patience is over. Not thread-safe.
 */
public final class Hub {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int LONGEST_REASON = 300;

  /** The login of the token that GitHub gives to each job. */
  private static final String OF_A_JOB = "github-actions[bot]";

  private final GitHub gitHub;
  private final String repository;
  private final Manner manner;
  private final Duration firstPause;
  private final RandomGenerator random = new SplittableRandom();
  private final long begun = System.nanoTime();
  private @Nullable String author;

  private Hub(GitHub gitHub, String repository, Manner manner, Duration firstPause) {
    this.gitHub = gitHub;
    this.repository = repository;
    this.manner = manner;
    this.firstPause = firstPause;
    this.author = manner.author();
  }

  public enum Writing {
    REAL,
    /** Prints the request instead. */
    DRY
  }

  /**
   * Options for all steps.
   *
   * @param patience within which every pause must end
   * @param author login of the token; null to ask GitHub
   * @param log receives failures that are retried
   */
  public record Manner(
      Writing writing,
      Duration patience,
      @Nullable String author,
      PrintStream out,
      PrintStream log) {}

  /** Work on the repository that reads before it writes. */
  interface RepositoryStep<T> {
    T take(GHRepository repository) throws IOException;
  }

  /** What a job's token must be allowed, as in a workflow's {@code permissions:}. */
  enum Permission {
    READ("metadata: read"),
    MERGED("contents: read, pull-requests: read and checks: read"),
    CHECKS("checks: write"),
    PULL_REQUESTS("pull-requests: write"),
    ISSUES("issues: write");

    private final String grant;

    Permission(String grant) {
      this.grant = grant;
    }
  }

  /** Creates the hub without sending anything. */
  public static Hub of(Endpoint endpoint, String repository, Manner manner) {
    return of(endpoint, repository, manner, Duration.ofSeconds(1));
  }

  static Hub of(Endpoint endpoint, String repository, Manner manner, Duration firstPause) {
    String token = endpoint.token();
    if (token == null && manner.writing() == Writing.REAL) {
      throw GitHubException.refused(
          "GITHUB_TOKEN must be set to write to GitHub, was not; --dry-run writes nothing");
    }
    GitHubConnector real = new GitHubTransport(endpoint, Clock.systemUTC());
    GitHubBuilder builder =
        new GitHubBuilder()
            .withEndpoint(endpoint.api().toString())
            .withConnector(
                manner.writing() == Writing.DRY ? new DryRunConnector(real, manner.out()) : real);
    try {
      return new Hub(
          (token == null ? builder : builder.withAppInstallationToken(token)).build(),
          repository,
          manner,
          firstPause);
    } catch (IOException e) {
      throw GitHubException.refused("GitHub cannot be used: " + e.getMessage());
    }
  }

  /** Runs a step with retries; {@code what} names it in messages: {@code write the check}. */
  <T> T step(String what, Permission permission, RepositoryStep<T> step) {
    Duration pause = firstPause;
    while (true) {
      try {
        return step.take(gitHub.getRepository(repository));
      } catch (IOException | RuntimeException e) {
        RetryLaterException busy = busy(e);
        if (busy == null) {
          if (e instanceof RuntimeException fault && status(e) == 0) {
            throw fault;
          }
          throw refused(what, permission, e);
        }
        // Adds up to 50 %, so that jobs that failed together do not retry together.
        Duration spread = pause.plusNanos((long) (pause.toNanos() * 0.5 * random.nextDouble()));
        pause(what, busy, spread.compareTo(busy.atLeast()) > 0 ? spread : busy.atLeast());
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
      }
    }
  }

  /** Unwraps the exception, as the library wraps what a connector throws. */
  private static @Nullable RetryLaterException busy(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetryLaterException busy) {
        return busy;
      }
    }
    return null;
  }

  private void pause(String what, RetryLaterException busy, Duration pause) {
    Duration left = manner.patience().minusNanos(System.nanoTime() - begun);
    if (pause.compareTo(left) > 0) {
      throw GitHubException.unavailable(
          "could not %s within %d s: %s%s; run it again later, nothing is written twice"
              .formatted(
                  what,
                  manner.patience().toSeconds(),
                  busy.getMessage(),
                  busy.atLeast().isZero()
                      ? ""
                      : " and wants to be left alone for " + busy.atLeast().toSeconds() + " s"));
    }
    manner
        .log()
        .printf(
            Locale.ROOT,
            "loomwatch: %s; trying again to %s in %.1f s%n",
            busy.getMessage(),
            what,
            pause.toMillis() / 1e3);
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw GitHubException.unavailable("interrupted while waiting to " + what);
    }
  }

  /** Explains a refusal and its remedy. */
  private GitHubException refused(String what, Permission permission, Exception e) {
    int status = status(e);
    String remedy =
        switch (status) {
          case 401 -> "the token is not valid (401): has it expired?";
          case 403 ->
              "the token may not (403): the job needs permissions: "
                  + permission.grant
                  + (permission == Permission.CHECKS
                      ? ", and only a GitHub App's token, such as a job's own, may write checks"
                      : "");
          case 404 ->
              "there is no such thing, or the token cannot see it (404): look at --repo, --sha and"
                  + " --pr, and at permissions: "
                  + permission.grant;
          case 0 -> reason(e);
          default -> "GitHub answered " + status + ": " + reason(e);
        };
    return GitHubException.refused("could not %s of %s: %s".formatted(what, repository, remedy));
  }

  /** Returns the HTTP status behind the exception; 0 when GitHub did not respond. */
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

  /** Returns one line of the message, without control characters. */
  private static String reason(Throwable e) {
    String line = String.valueOf(e.getMessage()).replaceAll("[\\p{C}\\s]+", " ").strip();
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
  }

  /** Returns the login of Loomwatch's comments and issues; a job's own token may not ask for it. */
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

  /** Returns whether that user is Loomwatch. */
  boolean isUs(@Nullable String login) {
    return author().equalsIgnoreCase(login);
  }

  /** Returns whether the texts are equal except for line ends and trailing white space. */
  static boolean same(String ours, @Nullable String theirs) {
    return theirs != null && plain(ours).equals(plain(theirs));
  }

  private static String plain(String text) {
    return text.replace("\r\n", "\n").stripTrailing();
  }

  /** Something could not be published. */
  public static final class GitHubException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FailureKind kind;

    /** The kinds of failure, by what the caller can do. */
    public enum FailureKind {
      /** It would fail again: token, permission or argument must change. */
      REFUSED,
      /** GitHub did not respond, or was busy, for too long: try later. */
      UNAVAILABLE
    }

    private GitHubException(FailureKind kind, String message) {
      super(message);
      this.kind = kind;
    }

    static GitHubException refused(String message) {
      return new GitHubException(FailureKind.REFUSED, message);
    }

    static GitHubException unavailable(String message) {
      return new GitHubException(FailureKind.UNAVAILABLE, message);
    }

    public FailureKind kind() {
      return kind;
    }
  }

  /**
   * GitHub's address and the token. They come from the environment alone, as arguments are visible
   * in the process list.
   *
   * @param api root of the REST API, without a final slash
   * @param token secret; null where nothing is to be written
   */
  public record Endpoint(URI api, @Nullable String token) {
    private static final String GITHUB = "https://api.github.com";

    /** Reads {@code GITHUB_API_URL} (by default GitHub's own) and {@code GITHUB_TOKEN}. */
    public static Endpoint of(Map<String, String> environment) {
      String api = environment.getOrDefault("GITHUB_API_URL", "");
      String token = environment.getOrDefault("GITHUB_TOKEN", "");
      if (!token.matches("[\\x21-\\x7e]*")) {
        throw GitHubException.refused("GITHUB_TOKEN must be one word of ASCII, was something else");
      }
      return new Endpoint(
          uri(api.isEmpty() ? GITHUB : api.replaceFirst("/+$", "")),
          token.isEmpty() ? null : token);
    }

    /** Requires encryption for the token, except on this machine. */
    private static URI uri(String api) {
      if (api.matches("https://[A-Za-z0-9.:-]+(/[A-Za-z0-9._/-]*)?")
          || api.matches(
              "http://(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?(/[A-Za-z0-9._/-]*)?")) {
        return URI.create(api);
      }
      throw GitHubException.refused(
          "GITHUB_API_URL must be an https address, or http on this machine, was \"" + api + "\"");
    }

    /** Returns whether the address is on the same server, as the token must go to no other. */
    boolean serves(URI address) {
      return api.getScheme().equals(address.getScheme())
          && String.valueOf(api.getAuthority()).equals(address.getAuthority());
    }

    @Override
    public String toString() {
      return api + (token == null ? " without a token" : " with a token");
    }
  }
}
