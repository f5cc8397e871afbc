package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.JmhResults;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileTest {
  /** On the profile quick: 22 windows of 350 ms; in a comparison 8 of 300 ms in two parts. */
  @ParameterizedTest
  @CsvSource({
    "hello,    false,     0, 350000000, 22",
    // As much is measured in one window.
    "hello,    false, 10000, 17700000000, 1",
    // No more is lost than is measured.
    "hello,    false,  2000, 4566666666, 3",
    "hello,    false,   100, 450000000, 22",
    // Cut where many requests are left in each part.
    "hello,    true,      0, 150000000, 16",
    "sleep-50, true,      0, 300000000, 8"
  })
  void windows_ofScenarioAndGenerator_areAsManyAndAsLong(
      String scenario, boolean comparing, long unmeasuredMillis, long nanos, int count) {
    Profile profile = comparing ? Profile.QUICK.forComparing() : Profile.QUICK;

    assertThat(
            profile.windows(
                Objects.requireNonNull(Catalogue.SHIPPED.byName().get(scenario)),
                Duration.ofMillis(unmeasuredMillis)))
        .isEqualTo(new Profile.Windows(Duration.ofNanos(nanos), count, 1));
  }

  @ParameterizedTest
  @CsvSource({"8000, 150", "200, 500", "20, 2000"})
  void windows_lowRate_areLongerSoThatAHundredRequestsAreInEach(double rate, long millis) {
    Scenario rare = new Scenario("rare", "/rare", rate, 50, null, false, Set.of());

    assertThat(Profile.SMOKE.forComparing().windows(rare, Duration.ZERO).length())
        .hasMillis(millis);
  }

  /** A service's first look is by C1; what decides is by C2. */
  @Test
  void forService_smoke_isComparedByC1AndWarmedForTenSecondsAtMost() {
    Profile smoke = Profile.SMOKE.forService();
    Profile quick = Profile.QUICK.forService();

    assertThat(smoke.comparing().jit()).isEqualTo(Profile.Jit.C1);
    assertThat(smoke.warmUp().atMost()).isEqualTo(10);
    assertThat(quick.comparing().jit()).isEqualTo(Profile.Jit.DETERMINISTIC);
    assertThat(quick.warmUp().atMost()).isEqualTo(30);
    assertThat(Profile.TRIAL.forService().warmUp()).isEqualTo(Profile.TRIAL.warmUp());
  }

  /** JMH runs all values of one parameter with all of another. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.B.c a.B.d                  | [] []",
        "a.B.c:n=1 a.B.c:n=10         | [-p, n=1,10]",
        "a.B.c:k=x,n=1 a.B.c:k=y,n=1  | [-p, k=x,y, -p, n=1]",
        "a.B.c:k=x,n=1 a.B.c:k=y,n=2  | [-p, k=x, -p, n=1] [-p, k=y, -p, n=2]",
        "a.B.c:k=x;y,n=1              | [as, given]"
      })
  void byMethod_parameters_areThoseOfTheBenchmarksAlone(String names, String options) {
    Map<String, JmhResults.Benchmark> benchmarks = new TreeMap<>();
    for (String name : names.split(" ", -1)) {
      Map<String, String> params = new TreeMap<>();
      for (String param : name.replaceFirst("^[^:]*:?", "").split(",", -1)) {
        if (!param.isEmpty()) {
          params.put(param.split("=", -1)[0], param.split("=", -1)[1].replace(';', ','));
        }
      }
      benchmarks.put(name, JmhResults.Benchmark.of(JmhResults.method(name), params, false));
    }

    assertThat(Profile.QUICK.jmh().with(benchmarks, List.of("as", "given")).byMethod())
        .extracting(run -> run.options().toString())
        .containsExactly(options.split("(?<=]) "));
  }
}
