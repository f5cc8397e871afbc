package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.junit.jupiter.api.Test;

class ProfiledForksTest {
  private static final String LOOP =
      "java.lang.Thread.run org.openjdk.jmh.runner.BenchmarkHandler.call"
          + " a.jmh_generated.Csv_hash_jmhTest.hash_avgt_jmhStub";

  @Test
  void divided_samples_areSharesOfWhatTheBenchmarkCalls() {
    Map<Stack, Double> samples = new HashMap<>();
    samples.put(stack(LOOP + " a.CsvBenchmark.hash a.Csv.hash"), 60.0);
    samples.put(stack(LOOP + " a.CsvBenchmark.hash org.openjdk.jmh.infra.Blackhole.consume"), 20.0);
    // A thread that the benchmark starts.
    samples.put(stack("java.lang.Thread.run a.Csv.parallel"), 20.0);
    samples.put(stack(LOOP), 50.0);
    samples.put(stack("org.openjdk.jmh.runner.ForkedMain.main java.io.Reader.read"), 50.0);
    samples.put(Stack.JIT_COMPILER, 50.0);

    assertThat(ProfiledForks.divided(1e-6, samples))
        .containsOnly(
            Map.entry(stack("a.CsvBenchmark.hash a.Csv.hash"), 0.6e-6),
            Map.entry(stack("a.CsvBenchmark.hash org.openjdk.jmh.infra.Blackhole.consume"), 0.2e-6),
            Map.entry(stack("java.lang.Thread.run a.Csv.parallel"), 0.2e-6));
  }

  private static Stack stack(String methods) {
    return new Stack(
        Stream.of(methods.split(" "))
            .map(name -> {
              int dot = name.lastIndexOf('.');
              return new Frame(name.substring(0, dot), name.substring(dot + 1), 1);
            })
            .toList());
  }
}
