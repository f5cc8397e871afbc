package loomwatch.harness.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import loomwatch.harness.github.RetryAfter;

/**
 * Sends requests without following redirects, three times at most: a receiver that is busy or away
 * may answer later. Messages show neither address nor answer, as both may hold a secret.
 */
public final class HttpSender {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int TRIES = 3;

  /** Slack reports these in an answer of status 200. */
  private static final Set<String> BUSY =
      Set.of("ratelimited", "internal_error", "fatal_error", "service_unavailable");

  /** The receiver takes others than this message. */
  private static final Set<String> UNFIT = Set.of("400", "413", "422", "200 msg_too_long");

  private final Pace pace;
  private final PrintStream log;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(10))
          .followRedirects(HttpClient.Redirect.NEVER)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  /**
   * Creates a sender.
   *
   * @param log receives failures that are retried
   */
  public HttpSender(PrintStream log) {
    this(new Pace(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofSeconds(30)), log);
  }

  HttpSender(Pace pace, PrintStream log) {
    this.pace = pace;
    this.log = log;
  }

  /**
   * How long to wait.
   *
   * @param first pause, which doubles
   * @param longest pause that a receiver may ask for
   * @param answer until the whole answer is there
   */
  record Pace(Duration first, Duration longest, Duration answer) {}

  /**
   * What came back.
   *
   * @param body missing where it is no JSON
   * @param pause that the receiver asks for
   */
  public record Answer(int status, JsonNode body, Duration pause) {
    private boolean failed() {
      return status / 100 != 2 || !body.path("ok").asBoolean(true);
    }

    /** Returns Slack's name of a fault; empty without one. */
    String fault() {
      String named = failed() ? body.path("error").asText("") : "";
      return body.path("ok").isBoolean() && named.matches("[a-z_]{1,60}") ? named : "";
    }

    private boolean busy() {
      return status == 429 || status >= 500 || BUSY.contains(fault());
    }

    @Override
    public String toString() {
      return (status + " " + fault()).strip();
    }
  }

  /**
   * Returns the answer to a request that was taken.
   *
   * @param receiver its name in messages
   * @throws NotSentException if the receiver refuses, or stays busy or away
   */
  public Answer send(String receiver, HttpRequest request)
      throws NotSentException, InterruptedException {
    Duration pause = pace.first();
    for (int left = TRIES - 1; ; left--) {
      String trouble;
      Duration wait = pause;
      try {
        Answer answer = answer(request);
        if (!answer.failed()) {
          return answer;
        }
        trouble = "answered " + answer;
        if (!answer.busy()) {
          throw new NotSentException(trouble, answer, false, UNFIT.contains(answer.toString()));
        }
        wait = answer.pause().compareTo(pause) > 0 ? answer.pause() : pause;
      } catch (TimeoutException e) {
        trouble = "gave no answer within " + pace.answer().toSeconds() + " s";
      } catch (ExecutionException e) {
        // Its message may have the address.
        Throwable cause = e.getCause() == null ? e : e.getCause();
        trouble = "gave no answer: " + cause.getClass().getSimpleName();
      }
      if (left == 0 || wait.compareTo(pace.longest()) > 0) {
        throw NotSentException.busy(
            left == 0
                ? trouble + ", " + TRIES + " times"
                : trouble + ", and wants to be left alone for " + wait.toSeconds() + " s");
      }
      log.printf(
          Locale.ROOT,
          "loomwatch: %s %s; trying again in %.1f s%n",
          receiver,
          trouble,
          wait.toMillis() / 1e3);
      Thread.sleep(wait);
      pause = pause.multipliedBy(2);
    }
  }

  /** Bounds the whole answer, as the time-out of a request ends with the headers. */
  private Answer answer(HttpRequest request)
      throws ExecutionException, TimeoutException, InterruptedException {
    CompletableFuture<HttpResponse<String>> coming =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      HttpResponse<String> came = coming.get(pace.answer().toMillis(), TimeUnit.MILLISECONDS);
      String asked = came.headers().firstValue("Retry-After").orElse(null);
      Duration wait = RetryAfter.read(asked, Instant.now()).orElse(Duration.ZERO);
      return new Answer(came.statusCode(), json(came.body()), wait);
    } finally {
      coming.cancel(true);
    }
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** A message did not reach its receiver. */
  public static final class NotSentException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Answer answer;
    private final boolean busy;
    private final boolean alone;

    private NotSentException(String message, Answer answer, boolean busy, boolean alone) {
      super(message);
      this.answer = answer;
      this.busy = busy;
      this.alone = alone;
    }

    static NotSentException busy(String message) {
      return new NotSentException(message, none(), true, false);
    }

    static NotSentException refused(String message) {
      return new NotSentException(message, none(), false, false);
    }

    private static Answer none() {
      return new Answer(0, MissingNode.getInstance(), Duration.ZERO);
    }

    Answer answer() {
      return answer;
    }

    /** Returns whether it may be taken later. */
    public boolean isBusy() {
      return busy;
    }

    /** Returns whether others than this message may be taken. */
    boolean isOfThisMessage() {
      return alone;
    }
  }
}
