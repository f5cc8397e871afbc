package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.wrk2.Wrk2Output.LuaReport;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * At 1,000/s on 50 connections for 15 s wrk2 has 14,900 due: 300 on each of the first ten
 * connections, and one less on each ten further. 200 connections make it 14,600.
 */
class Wrk2RulesTest {
  private static final LoadPlan PLAN = plan(50, Overload.FAULT);
  private static final Optional<LatencyHistogram> QUICK = histogram(0.9);
  private static final Optional<LatencyHistogram> UNKNOWN = Optional.empty();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          50 | FAULT | 14900 | 0.9 | | |
          # The ramp of many connections is not missing.
          200 | FAULT | 14600 | 0.9 | | |
          # 50 ms × 1,000/s: 50 are under way when wrk2 stops, and 72 more may be missing.
          200 | FAULT | 14478 | 51 | 50 | |
          200 | FAULT | 14476 | 90 | 50 | RATE_NOT_REACHED | 14476 of 14549 requests completed (99.50 %); at least 99.5 % must
          # However slow it is, a connection has one request under way.
          50 | FAULT | 14775 | 1000 | 900 | RATE_NOT_REACHED | 14775 of 14850 requests completed (99.49 %); at least 99.5 % must
          50 | FAULT | 13900 | 0.9 | | GENERATOR_STARTED_LATE | 1000 of 14900 requests are missing, 1.00 s of them, yet those sent were not late: wrk2 began late, with its connections in step
          50 | FAULT | 13900 | 1100 | | RATE_NOT_REACHED | 13900 of 14900 requests completed (93.29 %); at least 99.5 % must
          # What is missing is wrk2's fault where no request was half as late as that, and it is no
          # more than a late start can lose. As of sleep-random on 400 connections: it takes half a
          # second, and nothing waits.
          50 | FAULT | 14600 | 501 | 500 | GENERATOR_STARTED_LATE |
          # With 1,000 connections only the first 200 begin late: a tenth of a second's requests.
          50 | FAULT | 14799 | 0.9 | | GENERATOR_STARTED_LATE |
          50 | FAULT | 13900 | 600 | 90 | RATE_NOT_REACHED |
          50 | FAULT | 13300 | 0.9 | | RATE_NOT_REACHED |
          50 | EXPECTED | 5000 | 5000 | | |
          # It calibrates for 10 s and 5 ms for each connection.
          1000 | EXPECTED | 12000 | 0.9 | | TOO_SHORT | wrk2 calibrates for 15.00 s with 1000 connections and keeps no latency of it, the run lasted 15 s; 16.00 s are enough
          50 | EXPECTED | 14900 | | | TOO_SHORT |
          """)
  void judge_requests_areValidOrSomebodysFault(
      int connections,
      Overload overload,
      long requests,
      @Nullable Double latencyMillis,
      @Nullable Double serviceMillis,
      Invalid.@Nullable Reason cause,
      @Nullable String detail) {
    Wrk2Output output =
        new Wrk2Output(
            report(requests), histogram(latencyMillis), histogram(serviceMillis), true, false);

    List<Invalid> found = judge(plan(connections, overload), output);

    assertThat(found)
        .extracting(Invalid::cause)
        .isEqualTo(cause == null ? List.of() : List.of(cause));
    if (detail != null) {
      assertThat(found).extracting(Invalid::detail).containsExactly(detail);
    }
  }

  @Test
  void judge_errors_areTheOnlyFinding() {
    LuaReport report =
        new LuaReport(15_000_000, 3_000, 0, 8, 402_503, 0, 0, List.of(List.of(900L, 10L)));

    for (Overload overload : Overload.values()) {
      assertThat(judge(plan(50, overload), new Wrk2Output(report, QUICK, QUICK, true, false)))
          .containsExactly(
              new Invalid(
                  Invalid.Reason.ERRORS,
                  "402511 of 14900 requests failed (8 connection broke before the response, 402503"
                      + " request not written)"));
    }
  }

  @Test
  void judge_neverCalibrated_isTooShort() {
    Wrk2Output output = new Wrk2Output(report(14_900), QUICK, UNKNOWN, false, false);

    assertThat(judge(PLAN, output))
        .containsExactly(
            new Invalid(
                Invalid.Reason.TOO_SHORT,
                "wrk2 kept no latency: no response came while it calibrated, or none after"));
  }

  @Test
  void judge_clockSetBack_isTheGeneratorsFailure() {
    Wrk2Output output = new Wrk2Output(report(14_900), QUICK, UNKNOWN, true, true);

    assertThat(judge(PLAN, output))
        .containsExactly(
            new Invalid(
                Invalid.Reason.GENERATOR_FAILED,
                "wrk2 saw a response before its request: the clock was set back during the run"));
  }

  @Test
  void judge_stall_isInvalid() {
    assertThat(
            Wrk2Rules.judge(
                PLAN, new Wrk2Output(report(14_900), QUICK, UNKNOWN, true, false), 250_400_000))
        .containsExactly(
            new Invalid(
                Invalid.Reason.GENERATOR_STALLED,
                "wrk2 was kept from running for 250 ms: it was stopped or its core was taken"));
  }

  private static List<Invalid> judge(LoadPlan plan, Wrk2Output output) {
    return Wrk2Rules.judge(plan, output, 0);
  }

  private static LuaReport report(long requests) {
    return new LuaReport(15_000_000, requests, 0, 0, 0, 0, 0, List.of());
  }

  private static Optional<LatencyHistogram> histogram(@Nullable Double millis) {
    if (millis == null) {
      return UNKNOWN;
    }
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    histogram.recordValue(Math.round(millis * 1e6));
    return Optional.of(LatencyHistogram.copyOf(histogram));
  }

  private static LoadPlan plan(int connections, Overload overload) {
    return new LoadPlan(
        URI.create("http://127.0.0.1:1/"), 1_000, connections, Duration.ofSeconds(15), overload);
  }
}
