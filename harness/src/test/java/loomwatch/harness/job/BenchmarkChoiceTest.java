package loomwatch.harness.job;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.JmhSuite;
import loomwatch.measure.variants.JmhSuite.OwnBenchmark;
import loomwatch.measure.variants.JmhSuite.Reach;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.Sha256;
import org.junit.jupiter.api.Test;

class BenchmarkChoiceTest {
  private static final Reach OLD = new Reach("old", "old");
  private static final Reach FAR = new Reach("new", "old");
  private static final Reach NEAR = new Reach("new", "new");

  private static final Map<String, Reach> BASE =
      IntStream.range(0, 20)
          .mapToObj("a.A.m%02d"::formatted)
          .collect(toMap(Function.identity(), name -> OLD));

  @Test
  void of_someChanged_measuresTheseAndNamesOthers() {
    BenchmarkChoice choice = choice("c", Map.of("a.A.m03", NEAR, "a.A.m07", FAR), false);

    assertThat(methods(choice)).containsExactly("a.A.m03", "a.A.m07");
    assertThat(choice.leftOut())
        .containsExactly(
            "Base and head run the same classes in 18 of 20 benchmarks, not measured for that reason:"
                + " a.A.m00, a.A.m01, a.A.m02, a.A.m04, a.A.m05 and 13 more.");
    assertThat(choice.chosen().base().suite().own()).containsOnlyKeys("a.A.m03", "a.A.m07");
  }

  @Test
  void of_all_measuresAll() {
    BenchmarkChoice choice = choice("c", Map.of(), true);

    assertThat(methods(choice)).hasSize(20);
    assertThat(choice.leftOut()).isEmpty();
    assertThat(choice.fitting(roundOf(20))).isEqualTo(choice);
  }

  @Test
  void fitting_timeForSome_takesThoseNearbyFirstAndOthersInTurn() {
    Map<String, Reach> changed =
        BASE.keySet().stream()
            .collect(toMap(Function.identity(), name -> name.endsWith("9") ? NEAR : FAR));

    BenchmarkChoice choice = choice("c", changed, false).fitting(roundOf(5));

    assertThat(methods(choice)).hasSize(5).contains("a.A.m09", "a.A.m19");
    assertThat(choice.leftOut())
        .singleElement()
        .asString()
        .startsWith("There was time for 5 of 20 benchmarks, in turn by commit, and not for a.A.m0")
        .endsWith(" and 10 more.");
    assertThat(choice).isEqualTo(choice("c", changed, false).fitting(roundOf(5)));
    assertThat(
            IntStream.range(0, 60)
                .mapToObj(commit -> Sha256.hex("" + commit))
                .map(commit -> choice(commit, changed, false).fitting(roundOf(5)))
                .flatMap(each -> methods(each).stream())
                .distinct())
        .containsAll(BASE.keySet());
  }

  /** Its looks then say that the budget is too small. */
  @Test
  void fitting_noTime_isOne() {
    assertThat(methods(choice("c", Map.of(), true).fitting(Duration.ofSeconds(-1)))).hasSize(1);
  }

  private static Duration roundOf(int methods) {
    return plan(Set.of("a.A.m00")).expected().multipliedBy(2L * methods);
  }

  private static List<String> methods(BenchmarkChoice choice) {
    return choice.methods().stream().flatMap(plan -> plan.benchmarks().keySet().stream()).toList();
  }

  private static BenchmarkChoice choice(String commit, Map<String, Reach> changed, boolean all) {
    Map<String, Reach> head = new HashMap<>(BASE);
    head.putAll(changed);
    BuiltVariants variants =
        new BuiltVariants(variant("base", "b", BASE), variant("head", commit, head));
    return BenchmarkChoice.of(variants, plan(BASE.keySet()), all);
  }

  private static JmhPlan plan(Collection<String> names) {
    Map<String, Reach> own = names.stream().collect(toMap(Function.identity(), name -> OLD));
    return new JmhPlan(
        JmhSuite.common(List.of(new JmhSuite("b.jar", "", own(own)))), List.of(), 2, 4);
  }

  private static Map<String, OwnBenchmark> own(Map<String, Reach> reaches) {
    Map<String, OwnBenchmark> own = new HashMap<>();
    reaches.forEach((name, reach) ->
        own.put(name, new OwnBenchmark(new Benchmark(name, Mode.PLATFORM), reach)));
    return own;
  }

  private static BuiltVariant variant(String name, String commit, Map<String, Reach> own) {
    return new BuiltVariant(
        name,
        new Jdk(Path.of("/jdk/25"), "25", "25", "v"),
        ShippedServer.of(""),
        new JmhSuite("b.jar", name, own(own)),
        List.of(),
        null,
        new Revision(commit, false),
        "none",
        Map.of(),
        "server");
  }
}
