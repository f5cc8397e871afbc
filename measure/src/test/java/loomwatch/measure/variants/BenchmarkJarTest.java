package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import loomwatch.measure.launch.Children;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.variants.JmhSuite.OwnBenchmark;
import loomwatch.measure.variants.JmhSuite.Reach;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script in place of the JDK's java lists the benchmarks. */
final class BenchmarkJarTest {
  private static final String LISTS =
      """
      cat << 'end'
      WARNING: sun.misc.Unsafe is deprecated
      Benchmarks:
      a.Hash.hash
      a.Split.split
        param "size" = {1, 20}
        param "kind" = {short, a b}
      end
      """;

  @TempDir Path directory;

  @Test
  void read_listed_isEveryCombinationOfParameters() throws Exception {
    jar("b.jar", "META-INF/BenchmarkList");

    JmhSuite suite = read("jar: b.jar, include: [split$]", LISTS);

    assertThat(suite.own())
        .containsOnlyKeys(
            "a.Split.split:kind=short,size=1",
            "a.Split.split:kind=short,size=20",
            "a.Split.split:kind=a b,size=1",
            "a.Split.split:kind=a b,size=20");
    assertThat(suite.classPath()).isEqualTo(directory.resolve("b.jar").toString());
  }

  /** The lines are those of JMH 1.37. */
  @Test
  void read_modesGroupsAndThreads_areOfTheJarsList() throws Exception {
    jar(
        "b.jar",
        "META-INF/BenchmarkList",
        """
        JMH S 3 a.B S 7 a.B_jmh S 6 shared S 10 Throughput E A 2 1 1 1 1 L 2 3 get 3 put E E E E
        JMH S 3 a.B S 7 a.B_jmh S 3 two S 14 SingleShotTime E A 1 1 1 E E E E E
        JMH S 3 a.B S 7 a.B_jmh S 3 two S 11 AverageTime E A 1 1 1 E E E E E
        JMH S 3 a.B S 7 a.B_jmh S 5 drain S 14 SingleShotTime E A 1 1 1 E E E E E
        """);
    String lists =
        """
        cat << 'end'
        a.B.shared
        a.B.two
        a.B.drain
          param "threads" = {platform, virtual}
        end
        """;

    assertThat(JmhSuite.common(List.of(read("jar: b.jar", lists))))
        .containsOnly(
            entry("a.B.shared", new Benchmark("a.B.shared", Mode.PLATFORM)),
            entry("a.B.shared:get", new Benchmark("a.B.shared:get", Mode.PLATFORM)),
            entry("a.B.shared:put", new Benchmark("a.B.shared:put", Mode.PLATFORM)),
            entry("a.B.two", new Benchmark("a.B.two", Mode.PLATFORM)),
            entry(
                "a.B.drain:threads=platform",
                Benchmark.of("a.B.drain", Map.of("threads", "platform"), true)),
            entry(
                "a.B.drain:threads=virtual",
                Benchmark.of("a.B.drain", Map.of("threads", "virtual"), true)));
  }

  /** It is asked by JMH's own option, which lists values that are given. */
  @Test
  void read_params_areGivenToJmh() throws Exception {
    jar("b-1.2.jar", "META-INF/BenchmarkList");
    jar("b-1.2-sources.jar", "a/Hash.java");

    read("jar: b-*.jar, params: {size: [1, 2]}", "echo \"$@\" > %s".formatted(arguments()));

    assertThat(arguments())
        .hasContent("-cp %s/b-1.2.jar org.openjdk.jmh.Main -lp -p size=1,2".formatted(directory));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jar: c.jar|19|jar must be one file after the build of base, was none in ",
        "jar: no.jar|19|jar of base must be one of JMH, with META-INF/BenchmarkList, was another",
        "jar: text.jar|19|jar of base must be one of JMH, with META-INF/BenchmarkList, was another",
        "jar: b.jar, include: [Hash, Hsah]|42|include must match a benchmark, matched none: Hsah",
        "jar: b.jar, params: {size: 1, length: 2}|44|params must be of the benchmarks, none has length",
      })
  void read_mistake_isToldWhereTheFileIs(String keys, int column, String message) throws Exception {
    jar("b.jar", "META-INF/BenchmarkList");
    jar("no.jar", "a/Hash.class");
    Files.writeString(directory.resolve("text.jar"), "no jar");

    assertThatThrownBy(() -> meant(keys))
        .isInstanceOf(BadFileException.class)
        .hasMessageStartingWith(
            "%s:2:%d: %s".formatted(directory.resolve("loomwatch.yaml"), column, message))
        .hasMessageContaining("^");
  }

  @Test
  void read_jarThatCannotList_isToldWithItsFirstLine() throws Exception {
    jar("b.jar", "META-INF/BenchmarkList");

    assertThatThrownBy(() -> read("jar: b.jar", "echo; echo Could not find JMH; exit 1"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining(
            "2:19: jar of base must list its benchmarks, did not: Could not find JMH");
  }

  @Test
  void common_ofTwo_isWhatBothHave() {
    OwnBenchmark both =
        new OwnBenchmark(new Benchmark("a.A.both", Mode.PLATFORM), new Reach("1", "1"));
    JmhSuite base = new JmhSuite("b.jar", "1", Map.of("a.A.old", both, "a.A.both", both));
    JmhSuite head = new JmhSuite("b.jar", "2", Map.of("a.A.new", both, "a.A.both", both));

    assertThat(JmhSuite.common(List.of(base, head)))
        .containsOnlyKeys("a.A.both")
        .containsValue(new Benchmark("a.A.both", Mode.PLATFORM));
  }

  private void meant(String keys) throws IOException, InterruptedException {
    JmhSuite suite = read(keys, LISTS);
    new BenchmarkJar(file(keys)).requireMeant(List.of(suite));
  }

  private JmhSuite read(String keys, String script) throws IOException, InterruptedException {
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Jdk jdk = new Jdk(directory.resolve("jdk"), "25", "25", "v");
    try (Children children = new Children()) {
      return new BenchmarkJar(file(keys))
          .read("base", directory, jdk, directory.resolve("log"), children);
    }
  }

  private ServiceFile file(String keys) throws IOException {
    return ServiceFile.read(
        Files.writeString(
            directory.resolve("loomwatch.yaml"), "schema: 1\nbenchmarks: {%s}\n".formatted(keys)));
  }

  private Path arguments() {
    return directory.resolve("arguments");
  }

  private void jar(String name, String entry) throws IOException {
    jar(name, entry, "");
  }

  private void jar(String name, String entry, String text) throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve(name));
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new ZipEntry(entry));
      jar.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
