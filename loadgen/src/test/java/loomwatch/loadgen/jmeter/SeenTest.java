package loomwatch.loadgen.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;

/** 100 requests a second on ten users for ten seconds, of which the first two are left out. */
class SeenTest {
  private static final double RATE = 100;
  private static final int USERS = 10;
  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration LEFT_OUT = Duration.ofSeconds(2);
  private static final LoadPlan PLAN =
      new LoadPlan(URI.create("http://127.0.0.1:1/sleep"), RATE, USERS, LENGTH, Overload.FAULT);

  @Test
  void open_allInTime_isWhatWasOffered() {
    Seen seen = open(sent("", k -> k * 10, 20));

    assertThat(seen.latency().count()).isEqualTo(800);
    assertThat(seen.latency().nanosAt(99) / 1e6).isBetween(19.9, 20.1);
    assertThat(seen.perSecond()).isBetween(99.7, 100.1);
    assertThat(judge(seen, 1000)).isEmpty();
  }

  /**
   * All ten users waited for the same second: 100 were due meanwhile, and are sent when it ends.
   */
  @Test
  void open_serverStoodStill_showsInFullAndIsNotJMetersFault() {
    List<Sample> samples = new ArrayList<>();
    for (long k = 0; k < 1000; k++) {
      boolean caught = k >= 500 && k < 510;
      long start = k < 510 ? k * 10 : Math.max(k * 10, 6000 + (k - 510) * 2);
      samples.add(new Sample("load 1-1", start, caught ? 6000 - k * 10 : 20, "200"));
    }
    Seen seen = open(samples);

    assertThat(seen.latency().maxNanos() / 1e6).isBetween(980.0, 1001.0);
    assertThat(seen.latency().nanosAt(90) / 1e6).isGreaterThan(300);
    assertThat(seen.service().nanosAt(98) / 1e6).isLessThan(21);
    assertThat(judge(seen, 1000)).isEmpty();
  }

  @Test
  void open_sentLateAlthoughAUserWasFree_isJMetersFault() {
    Seen seen = open(sent("", k -> k >= 500 && k < 550 ? 5500 : k * 10, 20));

    assertThat(seen.longestStallMillis()).isBetween(499.0, 501.0);
    assertThat(judge(seen, 1000))
        .singleElement()
        .matches(invalid -> invalid.cause() == Invalid.Reason.GENERATOR_STALLED);
  }

  /** Their clocks are an hour apart. */
  @Test
  void open_twoAgents_areLaidToTheirOwnClocks() {
    List<Sample> samples = new ArrayList<>(sent("10.0.0.2:1099-", k -> k * 10, 20));
    samples.addAll(sent("10.0.0.3:1099-", k -> 3_600_000 + k * 10, 20));
    Seen seen = open(samples);

    assertThat(seen.latency().maxNanos() / 1e6).isBetween(19.9, 20.1);
    assertThat(seen.perSecond()).isBetween(199.4, 200.2);
  }

  @Test
  void open_fewerThanOffered_didNotReachTheRate() {
    Seen seen = open(sent("", k -> k * 10, 20).subList(0, 980));

    assertThat(JMeterRules.judge(PLAN, seen, 1000, 980, LoadErrors.NONE, 20))
        .singleElement()
        .matches(invalid -> invalid.cause() == Invalid.Reason.UNFINISHED);
  }

  @Test
  void judge_requestsOfAMillisecond_areTooShortToTell() {
    assertThat(judge(open(sent("", k -> k * 10, 1)), 1000))
        .singleElement()
        .isEqualTo(
            new Invalid(
                Invalid.Reason.TOO_COARSE,
                "JMeter counts whole milliseconds, and half of the requests took no more than 1.0"
                    + " ms; from 10 ms on it can tell; use another engine"));
  }

  @Test
  void closed_userWhoThoughtTooLong_isJMetersFault() {
    List<Sample> samples = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      samples.add(new Sample("load 1-1", k * 100L + (k >= 60 ? 300 : 0), 50, "200"));
    }

    assertThat(Seen.closed(samples, Duration.ofMillis(50), LEFT_OUT).longestStallMillis())
        .isEqualTo(300);
  }

  @Test
  void error_isOfTheKindThatJMeterNames() {
    assertThat(error("503").status()).isEqualTo(1);
    assertThat(error("Non HTTP response code: java.net.SocketTimeoutException").timeout())
        .isEqualTo(1);
    assertThat(
            error("Non HTTP response code: org.apache.http.conn.HttpHostConnectException")
                .connect())
        .isEqualTo(1);
    assertThat(error("Non HTTP response code: java.net.SocketException").read()).isEqualTo(1);
    assertThat(error("200")).isEqualTo(LoadErrors.NONE);
  }

  private static LoadErrors error(String code) {
    return new Sample("load 1-1", 0, 1, code).error();
  }

  private static Seen open(List<Sample> samples) {
    return Seen.open(samples, RATE, USERS, LENGTH, LEFT_OUT);
  }

  private static List<Invalid> judge(Seen seen, long completed) {
    return JMeterRules.judge(PLAN, seen, 1000, completed, LoadErrors.NONE, 0);
  }

  private static List<Sample> sent(String agent, LongUnaryOperator when, long elapsed) {
    List<Sample> samples = new ArrayList<>();
    for (long k = 0; k < 1000; k++) {
      samples.add(
          new Sample(agent + "load 1-" + (1 + k % USERS), when.applyAsLong(k), elapsed, "200"));
    }
    return samples;
  }
}
