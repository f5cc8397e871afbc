package loomwatch.harness;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows between modules, and between the packages within them, all point one way. */
class LayeringTest {
  private static final List<String> MODULES =
      List.of("server", "results", "loadgen", "jmh", "gate", "harness");

  /** By path: the server and the JMH suite are started, not called, so not on this class path. */
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .importPaths(
              MODULES.stream().map(module -> Path.of("..", module, "target", "classes")).toList());

  @ParameterizedTest
  @ValueSource(strings = {"server", "results", "loadgen", "jmh", "gate", "harness"})
  void importing_everyModule_findsClasses(String module) {
    assertThat(OURS.stream().filter(resideInAPackage("loomwatch." + module + "..")).toList())
        .as("classes of %s; the whole repository must be built before this test", module)
        .isNotEmpty();
  }

  /** Module, and what it may depend on of ours; nothing may depend on the harness. */
  @ParameterizedTest
  @CsvSource({
    "server, ''",
    "results, ''",
    "loadgen, results",
    "jmh, server",
    "gate, results",
    "harness, results loadgen gate"
  })
  void module_ofOurs_dependsOnlyOnThoseAllowed(String module, String allowed) {
    requireOnly("loomwatch." + module, "loomwatch", allowed);
  }

  /** Package of the gate, and what it may depend on there: a report knows no policy. */
  @ParameterizedTest
  @CsvSource({
    "statistics, ''",
    "thresholds, ''",
    "verdict, statistics thresholds",
    "calibration, statistics thresholds verdict",
    "trend, statistics thresholds verdict",
    "trendbench, statistics thresholds trend",
    "report, verdict trend calibration",
    "publish, thresholds verdict trend report",
    "site, statistics trend verdict calibration report"
  })
  void packageOfGate_dependsOnlyOnThoseAllowed(String name, String allowed) {
    requireOnly("loomwatch.gate." + name, "loomwatch.gate", allowed);
  }

  /** Package of the harness, and what it may depend on there; the command line sees everything. */
  @ParameterizedTest
  @CsvSource({
    "host, ''",
    "plan, ''",
    "launch, host",
    "github, ''",
    "arms, launch",
    "observe, launch",
    "doctor, host",
    "measure, host plan launch observe",
    "site, ''"
  })
  void packageOfHarness_dependsOnlyOnThoseAllowed(String name, String allowed) {
    requireOnly("loomwatch.harness." + name, "loomwatch.harness", allowed);
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
        .resideInAPackage("loomwatch.gate.statistics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "loomwatch.gate.statistics..",
            "java.lang..",
            "java.util..",
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

  private static void requireOnly(String subject, String root, String allowed) {
    String[] within =
        Arrays.stream((subject.substring(root.length() + 1) + " " + allowed).trim().split(" "))
            .map(name -> root + "." + name + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(subject + "..")
        .should()
        .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(within))))
        .check(OURS);
  }

  /** A slice for each package, the modules' roots included. */
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
