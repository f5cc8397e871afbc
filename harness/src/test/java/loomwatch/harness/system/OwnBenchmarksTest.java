package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A team's own benchmarks, in a jar whose JMH answers at once what its source says. */
@ResourceLock("cpus")
class OwnBenchmarksTest {
  private static final String JMH =
      """
      package org.openjdk.jmh;
      import java.nio.file.*;
      import java.util.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          List<String> given = List.of(args);
          if (given.contains("-lp")) {
            System.out.println(
                "Benchmarks:\\na.Hash.hash\\n  param \\"size\\" = {1, 10}\\na.Split.split");
            return;
          }
          double noise = 1 + new Random().nextGaussian() / 1_000;
          Files.writeString(
              Path.of(given.get(given.indexOf("-rff") + 1)),
              "[" + result("1", 50 * noise) + "," + result("10", a.Hash.nanos() * noise) + "]");
        }
        static String result(String size, double nanos) {
          return "{'benchmark':'a.Hash.hash','mode':'avgt','forks':1,'params':{'size':'%s'},"
                  .formatted(size).replace('\\'', '"')
              + "'primaryMetric':{'scoreUnit':'ns/op','rawData':[[%s]]},'secondaryMetrics':{}}"
                  .formatted(nanos).replace('\\'', '"');
        }
      }
      """;

  private static final String HASH =
      "package a; public class Hash { public static double nanos() { return 100; } }";

  private static final String FILE =
      """
      schema: 1
      benchmarks:
        build: >-
          mkdir -p out/META-INF && cp List out/META-INF/BenchmarkList
          && javac -d out *.java && jar -c -f benchmarks.jar -C out .
        jar: benchmarks.jar
      """;

  @TempDir Path directory;
  private Shop shop;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    shop.write("loomwatch.yaml", FILE);
    shop.write("Main.java", JMH);
    shop.write("Hash.java", HASH);
    shop.write("Of1.java", "package a.jmh_generated; class Hash_hash_jmhTest extends a.Hash {}");
    shop.write("Of2.java", "package a.jmh_generated; class Split_split_jmhTest {}");
    shop.write(
        "List",
        """
        JMH S 6 a.Hash S 31 a.jmh_generated.Hash_hash_jmhTest S 4 hash
        JMH S 7 a.Split S 33 a.jmh_generated.Split_split_jmhTest S 5 split
        """);
    shop.commit("measure");
  }

  @Test
  void compare_oneParameterTakesLonger_isRegressedByItsNameAndOthersAreNotMeasured()
      throws Exception {
    shop.write("Hash.java", HASH.replace("100", "120"));
    shop.commit("take longer");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare = compare("--json", "--out", out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(1);
    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches())
        .hasSizeBetween(12, 20)
        .allMatch(Launch::valid)
        .extracting(Launch::scenario)
        .containsOnly("a.Hash.hash:size=1", "a.Hash.hash:size=10");
    assertThat(record.comparison().leftOut())
        .containsExactly(
            "Base and head run the same classes in 1 of 2 benchmarks, not measured for that reason:"
                + " a.Split.split.");
    JsonNode metrics = new ObjectMapper().readTree(compare.out()).path("metrics");
    assertThat(metrics)
        .extracting(line -> line.path("scenario").asText() + " " + line.path("verdict").asText())
        .containsExactly("a.Hash.hash:size=1 pass", "a.Hash.hash:size=10 regressed");
    assertThat(shop.loomwatch().call("report", out.toString()).out())
        .contains("✘ REGRESSED: a.Hash.hash:size=10 takes ")
        .contains(" more time per operation");
  }

  @Test
  void compare_sameClasses_measuresNothing() throws Exception {
    shop.write("README.md", "read me\n");
    shop.commit("explain");

    Loomwatch.Ended compare = compare();

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(4);
    assertThat(compare.err()).contains("nothing is left to measure. JMH was not measured: ");
  }

  @Test
  void compare_buildFails_saysThatItIsTheBenchmarksAndWhere() throws Exception {
    shop.write("Hash.java", "no class");
    shop.commit("break the build");

    Loomwatch.Ended compare = compare();

    assertThat(compare.exitCode()).isEqualTo(66);
    assertThat(compare.err())
        .contains("loomwatch.yaml:3:10: build of the benchmarks must succeed, failed\n")
        .contains("the build of the benchmarks (mkdir -p out/META-INF")
        .doesNotContain("jdk:");
  }

  private Loomwatch.Ended compare(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("--base", "main~1", "--head", "main", "--profile", "trial"));
    arguments.addAll(List.of(more));
    return shop.run("compare", arguments.toArray(String[]::new));
  }
}
