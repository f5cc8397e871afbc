package loomwatch.loadgen.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.jmeter.JMeterSamples.JMeterSample;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 100 requests a second on ten users for ten seconds, of which the first two are left out. */
class JMeterSamplesTest {
  private static final double RATE = 100;
  private static final int USERS = 10;
  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration LEFT_OUT = Duration.ofSeconds(2);
  private static final LoadPlan PLAN =
      new LoadPlan(URI.create("http://127.0.0.1:1/sleep"), RATE, USERS, LENGTH, Overload.FAULT);

  @Test
  void open_allInTime_isWhatWasOffered() {
    JMeterSamples all = open(sent("", k -> k * 10, 20));

    assertThat(all.latency().count()).isEqualTo(800);
    assertThat(all.latency().nanosAt(99) / 1e6).isBetween(19.9, 20.1);
    assertThat(all.perSecond()).isBetween(99.7, 100.1);
    assertThat(judge(all, 1000)).isEmpty();
  }

  /**
   * All ten users waited for the same second: 100 were due meanwhile, and are sent when it ends.
   */
  @Test
  void open_serverStoodStill_showsInFullAndIsNotJMetersFault() {
    List<JMeterSample> samples = new ArrayList<>();
    for (long k = 0; k < 1000; k++) {
      boolean caught = k >= 500 && k < 510;
      long start = k < 510 ? k * 10 : Math.max(k * 10, 6000 + (k - 510) * 2);
      samples.add(new JMeterSample("load 1-1", start, caught ? 6000 - k * 10 : 20, "200"));
    }
    JMeterSamples all = open(samples);

    assertThat(all.latency().maxNanos() / 1e6).isBetween(980.0, 1001.0);
    assertThat(all.latency().nanosAt(90) / 1e6).isGreaterThan(300);
    assertThat(all.service().nanosAt(98) / 1e6).isLessThan(21);
    assertThat(judge(all, 1000)).isEmpty();
  }

  @Test
  void open_sentLateAlthoughAUserWasFree_isJMetersFault() {
    JMeterSamples all = open(sent("", k -> k >= 500 && k < 550 ? 5500 : k * 10, 20));

    assertThat(all.longestStallMillis()).isBetween(499.0, 501.0);
    assertThat(judge(all, 1000))
        .singleElement()
        .matches(invalid -> invalid.cause() == Invalid.Reason.GENERATOR_STALLED);
  }

  @Test
  void open_twoAgents_areLaidToTheirOwnClocks() {
    List<JMeterSample> samples = new ArrayList<>(sent("10.0.0.2:1099-", k -> k * 10, 20));
    samples.addAll(sent("10.0.0.3:1099-", k -> 3_600_000 + k * 10, 20));
    JMeterSamples all = open(samples);

    assertThat(all.latency().maxNanos() / 1e6).isBetween(19.9, 20.1);
    assertThat(all.perSecond()).isBetween(199.4, 200.2);
  }

  @Test
  void open_fewerThanOffered_didNotReachTheRate() {
    JMeterSamples all = open(sent("", k -> k * 10, 20).subList(0, 980));

    assertThat(all.judge(PLAN, 1000, 980, LoadErrors.NONE, 20))
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
                    + " ms; from 10 ms on it is exact enough; use another generator"));
  }

  @Test
  void closed_userWhoThoughtTooLong_isJMetersFault() {
    List<JMeterSample> samples = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      samples.add(new JMeterSample("load 1-1", k * 100L + (k >= 60 ? 300 : 0), 50, "200"));
    }

    assertThat(JMeterSamples.closed(samples, Duration.ofMillis(50), LEFT_OUT).longestStallMillis())
        .isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource({
    "200, 0, 0, 0, 0",
    "503, 0, 0, 1, 0",
    "Non HTTP response code: java.net.SocketTimeoutException, 0, 0, 0, 1",
    "Non HTTP response code: org.apache.http.conn.HttpHostConnectException, 1, 0, 0, 0",
    "Non HTTP response code: java.net.SocketException, 0, 1, 0, 0"
  })
  void error_isOfTheKindThatJMeterNames(
      String code, long connect, long read, long status, long timeout) {
    assertThat(new JMeterSample("load 1-1", 0, 1, code).error())
        .isEqualTo(new LoadErrors(connect, read, 0, status, timeout));
  }

  private static JMeterSamples open(List<JMeterSample> samples) {
    return JMeterSamples.open(samples, RATE, USERS, LENGTH, LEFT_OUT);
  }

  private static List<Invalid> judge(JMeterSamples all, long completed) {
    return all.judge(PLAN, 1000, completed, LoadErrors.NONE, 0);
  }

  private static List<JMeterSample> sent(String agent, LongUnaryOperator when, long elapsed) {
    List<JMeterSample> samples = new ArrayList<>();
    for (long k = 0; k < 1000; k++) {
      samples.add(
          new JMeterSample(
              agent + "load 1-" + (1 + k % USERS), when.applyAsLong(k), elapsed, "200"));
    }
    return samples;
  }
}
