package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import loomwatch.measure.variants.JmhSuite.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes as JMH generates them, in jars compiled here. */
class BenchmarkClassesTest {
  private static final Map<String, String> SOURCES =
      Map.of(
          "a/Hash", "public class Hash { public int hash() { return b.Used.VALUE.length(); } }",
          "a/Load",
              "public class Load { String name = \"b.Loaded\"; Runnable by(b.Kind k) { return k; } }",
          "a/Serve",
              "public class Serve { Object all() { return java.util.ServiceLoader.load(b.Kind.class); } }",
          "a/jmh_generated/Hash_hash_jmhTest",
              "class Hash_hash_jmhTest { a.Hash hash; int h() { return hash.hash(); } }",
          "a/jmh_generated/Load_load_jmhTest",
              "class Load_load_jmhTest { a.Load load = new a.Load(); }",
          "a/jmh_generated/Serve_serve_jmhTest",
              "class Serve_serve_jmhTest { a.Serve serve = new a.Serve(); }",
          "b/Used",
              "public class Used { public static final String VALUE = String.valueOf(1); Far[] far; }",
          "b/Far", "public class Far {}",
          "b/Loaded", "public class Loaded {}");

  private static final Map<String, String> MORE =
      Map.of(
          "b/Kind", "public interface Kind extends Runnable {}",
          "b/Served", "public class Served implements Kind { public void run() {} }",
          "b/Driver", "public class Driver {}",
          "org/openjdk/jmh/Main", "public class Main {}");

  private static final Map<String, String> FILES =
      Map.of(
          "META-INF/BenchmarkList",
          """
          JMH S 6 a.Hash S 31 a.jmh_generated.Hash_hash_jmhTest S 4 hash S 10 Throughput E A 1 1 1 E
          JMH S 6 a.Load S 31 a.jmh_generated.Load_load_jmhTest S 4 load S 10 Throughput E A 1 1 1 E
          JMH S 7 a.Serve S 33 a.jmh_generated.Serve_serve_jmhTest S 5 serve S 10 Throughput E
          """,
          "META-INF/services/b.Kind",
          "b.Served",
          "META-INF/services/java.sql.Driver",
          "# ours\nb.Driver",
          "data.txt",
          "1",
          "git.properties",
          "commit=1");

  @TempDir Path directory;
  private String comment = "";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a/Hash                  | hash",
        "b/Used                  | hash",
        "b/Far                   | hash",
        "a/Load                  | load",
        "b/Loaded                | load",
        "b/Kind                  | load, serve",
        "b/Served                | load, serve",
        "META-INF/services/b.Kind| load, serve",
        "b/Driver                | hash, load, serve",
        "org/openjdk/jmh/Main    | hash, load, serve",
        "data.txt                | hash, load, serve",
        "git.properties          | none",
        "META-INF/BenchmarkList  | none",
      })
  void of_changed_isAnotherOfThoseThatReachIt(String changed, String benchmarks) throws Exception {
    BenchmarkClasses base = jar("base.jar", "");
    BenchmarkClasses head = jar("head.jar", changed);

    assertThat(
            Stream.of("hash", "load", "serve")
                .filter(each -> !all(base, each).equals(all(head, each))))
        .isEqualTo(benchmarks.equals("none") ? List.of() : List.of(benchmarks.split(", ")));
  }

  /** It moves the lines of what is below. */
  @Test
  void of_commentAlone_isTheSame() throws Exception {
    comment = "/* Explains. */\n\n";
    BenchmarkClasses head = jar("head.jar", "");
    comment = "";

    assertThat(head.of("a.Hash.hash")).isEqualTo(jar("base.jar", "").of("a.Hash.hash"));
  }

  @Test
  void of_changedElsewhere_isTheSameNearby() throws Exception {
    Reach base = jar("base.jar", "").of("a.Hash.hash");

    assertThat(jar("far.jar", "b/Far").of("a.Hash.hash").near()).isEqualTo(base.near());
    assertThat(jar("near.jar", "a/Hash").of("a.Hash.hash").near()).isNotEqualTo(base.near());
  }

  @Test
  void of_notListed_isAllOfTheJar() throws Exception {
    Reach base = jar("base.jar", "").of("a.Old.old");

    assertThat(jar("head.jar", "b/Far").of("a.Old.old").all()).isNotEqualTo(base.all());
    assertThat(jar("same.jar", "").of("a.Old.old")).isEqualTo(base);
  }

  private static String all(BenchmarkClasses classes, String method) {
    String name = method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1);
    return classes.of("a.%s.%s".formatted(name, method)).all();
  }

  /** Writes a jar in which one class has another field, or one file another line. */
  private BenchmarkClasses jar(String name, String changed) throws IOException {
    Path sources = Files.createDirectory(directory.resolve(name + ".sources"));
    Path classes = Files.createDirectory(directory.resolve(name + ".classes"));
    Map<String, String> all = new TreeMap<>(SOURCES);
    all.putAll(MORE);
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    for (Map.Entry<String, String> source : all.entrySet()) {
      String type = source.getKey();
      Path file = sources.resolve(type + ".java");
      Files.createDirectories(file.getParent());
      String body =
          type.equals(changed)
              ? source.getValue().replaceFirst("}$", " int more = 1; }")
              : source.getValue();
      String in = type.substring(0, type.lastIndexOf('/')).replace('/', '.');
      String above = in.startsWith("org.openjdk") ? "" : comment;
      Files.writeString(file, "package %s;\n%s%s".formatted(in, above, body));
      arguments.add(file.toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    Path jar = directory.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (String type : all.keySet()) {
        entries.putNextEntry(new ZipEntry(type + ".class"));
        entries.write(Files.readAllBytes(classes.resolve(type + ".class")));
      }
      for (Map.Entry<String, String> file : FILES.entrySet()) {
        entries.putNextEntry(new ZipEntry(file.getKey()));
        String more = file.getKey().equals(changed) ? "\n# more" : "";
        entries.write((file.getValue() + more).getBytes(StandardCharsets.UTF_8));
      }
    }
    return BenchmarkClasses.in(jar);
  }
}
