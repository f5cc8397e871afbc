package loomwatch.harness;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows between modules, and between the packages within them, all point one way. */
class LayeringTest {
  private static final List<String> MODULES =
      List.of(
          "server",
          "results",
          "loadgen",
          "jmh",
          "judge",
          "trend",
          "reporting",
          "measure",
          "harness");

  /** By path: the server and the JMH suite are started, not called, so not on this class path. */
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .importPaths(
              MODULES.stream().map(module -> Path.of("..", module, "target", "classes")).toList());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server",
        "results",
        "loadgen",
        "jmh",
        "judge",
        "trend",
        "reporting",
        "measure",
        "harness"
      })
  void importing_everyModule_findsClasses(String module) {
    assertThat(OURS.stream().filter(resideInAPackage("loomwatch." + module + "..")).toList())
        .as("classes of %s; the whole repository must be built before this test", module)
        .isNotEmpty();
  }

  /** Module, and what it may depend on of ours; on the harness only what benchmarks it. */
  @ParameterizedTest
  @CsvSource({
    "server, ''",
    "results, ''",
    "loadgen, results",
    "jmh, server",
    "judge, results",
    "trend, results judge",
    "reporting, results judge trend",
    "measure, results loadgen",
    "harness, results loadgen judge trend reporting measure"
  })
  void module_ofOurs_dependsOnlyOnThoseAllowed(String module, String allowed) {
    requireOnly("loomwatch." + module, "loomwatch", allowed);
  }

  private static final Map<String, String> RESULTS =
      Map.of(
          "files", "",
          "yaml", "files",
          "history", "files",
          "study", "files");

  private static final Map<String, String> JUDGE =
      Map.of(
          "statistics", "",
          "thresholds", "",
          "verdict", "statistics thresholds",
          "calibration", "statistics thresholds verdict",
          "cause", "statistics verdict",
          "bisect", "verdict",
          "study", "statistics verdict");

  private static final Map<String, String> REPORTING =
      Map.of(
          "text", "",
          "json", "",
          "report", "text json",
          "publish", "text json report",
          "site", "text json report");

  private static final Map<String, String> MEASURE =
      Map.of(
          "host", "",
          "plan", "service",
          "service", "",
          "launch", "host service",
          "variants", "launch service",
          "observe", "host launch",
          "rounds", "host plan launch observe service",
          "study", "plan service");

  private static final Map<String, String> HARNESS =
      Map.ofEntries(
          entry("github", ""),
          entry("site", ""),
          entry("doctor", ""),
          entry("init", ""),
          entry("mcp", ""),
          entry("job", "github"),
          entry("notify", "github job"),
          entry("calibrate", "job"),
          entry("study", "job"),
          entry("bisect", "job"),
          entry("cli", "github site doctor init mcp job notify calibrate study bisect"));

  static Stream<Arguments> packagesWithin() {
    return Stream.of(
        arguments("results", RESULTS),
        arguments("judge", JUDGE),
        arguments("reporting", REPORTING),
        arguments("measure", MEASURE),
        arguments("harness", HARNESS));
  }

  @ParameterizedTest
  @MethodSource("packagesWithin")
  void packageWithin_dependsOnlyOnThoseAllowed(String module, Map<String, String> allowed) {
    String root = "loomwatch." + module;
    allowed.forEach((name, seen) -> requireOnly(root + "." + name, root, seen));
  }

  /** What is not listed here would be free to depend on anything, and what is not there unknown. */
  @ParameterizedTest
  @MethodSource("packagesWithin")
  void packageWithin_isListedHere(String module, Map<String, String> allowed) {
    String root = "loomwatch." + module + ".";
    Set<String> found =
        OURS.stream()
            .map(type -> type.getPackageName() + ".")
            .filter(name -> name.startsWith(root) && name.length() > root.length())
            .map(name -> name.substring(root.length(), name.indexOf('.', root.length())))
            .collect(toSet());

    assertThat(found).isEqualTo(allowed.keySet());
  }

  @Test
  void commandLine_isSeenByNothingButMain() {
    noClasses()
        .that(not(resideInAPackage("loomwatch.harness.cli..")))
        .and()
        .doNotHaveFullyQualifiedName("loomwatch.harness.Main")
        .should()
        .dependOnClassesThat(resideInAPackage("loomwatch.harness.cli.."))
        .check(OURS);
  }

  @Test
  void statistics_seeNumbersOnly() {
    classes()
        .that()
        .resideInAPackage("loomwatch.judge.statistics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "loomwatch.judge.statistics..",
            "java.lang..",
            "java.util..",
            "org.apache.commons.numbers..",
            "org.apache.commons.statistics..",
            "org.jspecify..")
        .check(OURS);
  }

  @Test
  void packages_areFreeOfCycles() {
    slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(OURS);
  }

  @Test
  void names_sayWhatAClassIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Helper|Manager|Impl|Common)(?![a-z]).*")
        .orShould()
        .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..impl..")
        .because("a name says what a class is for")
        .check(OURS);
  }

  private static void requireOnly(String service, String root, String allowed) {
    Stream<String> names =
        Arrays.stream((service.substring(root.length() + 1) + " " + allowed).trim().split(" "));
    String[] within =
        Stream.concat(
                Stream.of(root), // what is at a root, its packages may see, or there is a cycle
                names.map(name -> root + "." + name + ".."))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(service + "..")
        .should()
        .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(within))))
        .check(OURS);
  }

  /** A window for each package, the modules' roots included. */
  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
