package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A team's own benchmarks, in a jar whose JMH forks like JMH and answers what its source says. */
@ResourceLock("cpus")
class OwnBenchmarksTest {
  private static final String JMH =
      """
      package org.openjdk.jmh;
      import java.nio.file.*;
      import java.util.*;
      import java.util.regex.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          List<String> given = List.of(args);
          if (given.contains("-lp")) {
            System.out.println(
                "Benchmarks:\\na.Bench.hash\\n  param \\"size\\" = {1, 10}\\na.Split.split\\na.Db.get");
            return;
          }
          System.out.println(String.join(" ", given));
          if (args[0].contains("a.Db.get")) {
            System.out.println("<failure>\\n\\nfoo.NoDatabaseException");
            return;
          }
          if (given.contains("-jvmArgsAppend")) {
            fork(given.get(given.indexOf("-jvmArgsAppend") + 1));
          }
          List<String> results = new ArrayList<>();
          for (String size : given.get(given.indexOf("-p") + 1).replace("size=", "").split(",")) {
            double nanos = size.equals("10") ? a.Hash.NANOS : 50;
            if (nanos > 0) {
              results.add(result(size, nanos * (1 + new Random().nextGaussian() / 1_000)));
            }
          }
          Files.writeString(Path.of(given.get(given.indexOf("-rff") + 1)), results.toString());
        }
        static void fork(String flags) throws Exception {
          List<String> command =
              new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
          Matcher flag = Pattern.compile("\\"([^\\"]*)\\"").matcher(flags);
          while (flag.find()) {
            command.add(flag.group(1));
          }
          String path = System.getProperty("java.class.path");
          command.addAll(List.of("-cp", path, "a.jmh_generated.Bench_hash_jmhTest"));
          new ProcessBuilder(command).inheritIO().start().waitFor();
        }
        static String result(String size, double nanos) {
          return "{'benchmark':'a.Bench.hash','mode':'avgt','forks':1,'params':{'size':'%s'},"
                  .formatted(size).replace('\\'', '"')
              + "'primaryMetric':{'scoreUnit':'ns/op','rawData':[[%2$s,%2$s,%2$s,%2$s,%1$s,%1$s,%1$s,%1$s]]},'secondaryMetrics':{}}"
                  .formatted(nanos, 2 * nanos).replace('\\'', '"');
        }
      }
      """;

  private static final String LOOP =
      """
      package a.jmh_generated;
      class Bench_hash_jmhTest {
        static volatile long last;
        public static void main(String[] args) {
          for (long end = System.nanoTime() + 500_000_000L; System.nanoTime() < end; ) {
            last = a.Hash.hash(last);
          }
        }
      }
      """;

  private static final String HASH =
      """
      package a;
      public class Hash {
        public static double NANOS = 100;
        public static long hash(long from) {
          long hash = from;
          for (int i = 0; i < 100_000; i++) {
            hash = 31 * hash + (hash >>> 7);
          }
          return hash;
        }
      }
      """;

  private static final String FILE =
      """
      schema: 1
      benchmarks:
        build: >-
          mkdir -p out/META-INF && cp List out/META-INF/BenchmarkList
          && javac -d out *.java a/*.java && jar -c -f benchmarks.jar -C out .
        jar: benchmarks.jar
      """;

  @TempDir Path directory;
  private Shop shop;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    shop.write("loomwatch.yaml", FILE);
    shop.write("Main.java", JMH);
    shop.write("Loop.java", LOOP);
    shop.write(
        "Other.java",
        """
        package a.jmh_generated;
        class Split_split_jmhTest {}
        class Db_get_jmhTest extends a.Hash {}
        """);
    shop.write(
        "List",
        """
        JMH S 7 a.Bench S 32 a.jmh_generated.Bench_hash_jmhTest S 4 hash
        JMH S 7 a.Split S 33 a.jmh_generated.Split_split_jmhTest S 5 split
        JMH S 4 a.Db S 28 a.jmh_generated.Db_get_jmhTest S 3 get
        """);
    Files.createDirectories(shop.folder().resolve("a"));
    shop.write("a/Hash.java", HASH);
    shop.commit("measure");
  }

  private void takeLonger() throws Exception {
    shop.write(
        "a/Hash.java",
        HASH.replace("NANOS = 100", "NANOS = 120")
            .replace(
                "    return hash;",
                "    for (int i = 0; i < 20_000; i++) {\n"
                    + "      hash = 37 * hash + (hash >>> 9);\n"
                    + "    }\n"
                    + "    return hash;"));
    shop.commit("take longer");
  }

  @Test
  void compare_oneParameterTakesLonger_isRegressedByItsNameAtALine() throws Exception {
    takeLonger();
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare = compare("--json", "--out", out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(1);
    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches())
        .hasSizeBetween(12, 20)
        .allMatch(Launch::valid)
        .extracting(Launch::scenario)
        .containsOnly("a.Bench.hash:size=1", "a.Bench.hash:size=10");
    // Half of each fork was not yet warm.
    try (Stream<Path> logs = Files.list(out.resolve("raw"))) {
      assertThat(logs.filter(log -> log.getFileName().toString().matches("jmh-2-.*log")).toList())
          .isNotEmpty()
          .allSatisfy(log -> assertThat(log).content().contains(" -wi 2 "));
    }
    assertThat(record.warnings())
        .filteredOn(warning -> warning.startsWith("a.Db.get failed in base and head"))
        .singleElement(STRING)
        .contains("and is left out: ", ": foo.NoDatabaseException; its log: ");
    assertThat(Objects.requireNonNull(record.comparison()).budgetSeconds()).isEqualTo(900);
    assertThat(Objects.requireNonNull(record.comparison()).leftOut())
        .containsExactly(
            "Base and head run the same classes in 1 of 3 benchmarks, not measured for that reason:"
                + " a.Split.split.");
    JsonNode metrics = new ObjectMapper().readTree(compare.out()).path("metrics");
    assertThat(metrics)
        .extracting(line -> line.path("scenario").asText() + " " + line.path("verdict").asText())
        .containsExactly("a.Bench.hash:size=1 pass", "a.Bench.hash:size=10 regressed");
    assertThat(shop.loomwatch().call("report", out.toString()).out())
        .contains("✘ REGRESSED: a.Bench.hash:size=10 takes ")
        .contains(" more time per operation")
        .doesNotContain("platform");
    assertThat(Files.readString(out.resolve("causes.md")))
        .containsPattern(
            "ns an operation \\(a.Bench.hash:size=10\\): Hash.hash explains 1?\\d\\d %")
        .contains("at Hash.java:1", ", which the change touches.");
  }

  @Test
  void compare_failsInHeadAlone_endsAfterOneRound() throws Exception {
    fail();
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare = compare("--out", out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(3);
    assertThat(compare.out().replaceAll("\\s+", " "))
        .contains(
            "INVALID: A benchmark failed in head: JMH left no result for a.Bench.hash:size=10")
        .contains(". Fix it, or exclude it.")
        .doesNotContain("in no round");
    assertThat(StoredRecord.read(out.resolve("record.json")).record().launches())
        .extracting(Launch::round)
        .containsOnly(1);
  }

  @Test
  void compare_failsInBaseAlone_isLeftOut() throws Exception {
    fail();
    shop.write("a/Hash.java", HASH);
    shop.commit("fix");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare = compare("--out", out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isZero();
    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).extracting(Launch::scenario).containsOnly("a.Bench.hash:size=1");
    assertThat(record.warnings())
        .anyMatch(
            each -> each.startsWith("a.Bench.hash:size=10 failed in base, and is left out: "));
  }

  private void fail() throws Exception {
    shop.write("a/Hash.java", HASH.replace("NANOS = 100", "NANOS = -1"));
    shop.commit("fail");
  }

  @Test
  void why_comparisonWithACause_findsItOnce() throws Exception {
    takeLonger();
    Path out = directory.resolve("compared");
    assertThat(compare("--out", out.toString()).exitCode()).isEqualTo(1);

    // What was compared are commits, though main moves on.
    shop.write("README.md", "read me\n");
    shop.commit("explain");

    Loomwatch.Ended why = shop.run("why", out.toString(), "--scenario", "a.Bench.hash");

    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(new ObjectMapper().readTree(out.resolve("causes.json").toFile()).path("causes"))
        .extracting(cause -> cause.path("scenario").asText() + " " + cause.path("file").asText())
        .containsExactly("a.Bench.hash:size=10 a/Hash.java");
  }

  @Test
  void bisect_oneBenchmark_findsTheCommit() throws Exception {
    takeLonger();
    shop.write("README.md", "read me\n");
    shop.commit("explain");

    Loomwatch.Ended bisect =
        shop.run(
            "bisect",
            "--good=main~2",
            "--bad=main",
            "--profile=trial",
            "--scenario=a.Bench.hash:size=10");

    assertThat(bisect.exitCode()).as(bisect.err()).isZero();
    assertThat(bisect.out()).contains("take longer made it worse");
    assertThat(bisect.out()).contains("time per operation of a.Bench.hash:size=10, is +");
    assertThat(bisect.out()).containsPattern("Why: .* --scenario a.Bench.hash:size=10\n");
  }

  @Test
  void calibrate_benchmarksAlone_isRefused() throws Exception {
    assertThat(shop.run("calibrate").err())
        .contains("calibrate measures services, and here are benchmarks alone");
  }

  @Test
  void compare_unknownBenchmark_saysWhichThereAre() throws Exception {
    takeLonger();

    Loomwatch.Ended compare = compare("--scenario", "a.Bench.hush");

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(65);
    assertThat(compare.err())
        .contains("unknown benchmark 'a.Bench.hush' of both variants; did you mean 'a.Bench.hash:");
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
    shop.write("a/Hash.java", "no class");
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
