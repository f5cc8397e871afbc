package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.benchmarks.ServiceFault.Service;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.service.ServiceFile;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceFaultTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  static Stream<Path> serviceFiles() {
    return Stream.of(Service.values())
        .map(service -> service.project(ROOT))
        .flatMap(project ->
            Stream.of("loomwatch.yaml", ServiceBenchmark.WITHOUT_CONTAINERS).map(project::resolve))
        .filter(Files::exists);
  }

  @ParameterizedTest
  @EnumSource
  void patch_ofEachFault_appliesToItsService(ServiceFault fault) throws Exception {
    FaultyCommit.repository(folder, fault.service().project(ROOT));

    String commit = FaultyCommit.of(folder, fault.label(), fault.patch(ROOT));

    assertThat(commit).matches("[0-9a-f]{40}").isNotEqualTo(FaultyCommit.last(folder));
    assertThat(FaultyCommit.of(folder, fault.label(), fault.patch(ROOT))).isEqualTo(commit);
  }

  @ParameterizedTest
  @MethodSource("serviceFiles")
  void serviceFile_ofEachService_hasBothModesAndOneScenarioAtFirst(Path path) {
    ServiceFile file = ServiceFile.read(path);

    assertThat(file.service().modes()).containsOnlyKeys(Mode.values());
    assertThat(Catalogue.of(file).toCompare(Profile.SMOKE)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void scenario_ofEachFault_isOfItsService(ServiceFault fault) {
    ServiceFile file = ServiceFile.read(fault.service().project(ROOT).resolve("loomwatch.yaml"));

    assertThat(file.scenarios()).extracting(Scenario::name).contains(fault.scenario());
  }

  @Test
  void serviceFile_withoutContainers_differsByTheDatabaseAlone() {
    Path project = Service.ORDERS.project(ROOT);

    ServiceFile contained = ServiceFile.read(project.resolve("loomwatch.yaml"));
    ServiceFile local = ServiceFile.read(project.resolve(ServiceBenchmark.WITHOUT_CONTAINERS));

    assertThat(local.scenarios()).isEqualTo(contained.scenarios());
    assertThat(local.profiles()).isEqualTo(contained.profiles());
    assertThat(local.service().start()).isEqualTo(contained.service().start());
    assertThat(local.service().modes()).isEqualTo(contained.service().modes());
  }

  @Test
  void repository_madeAgainOfOtherContent_hasThatAlone() throws Exception {
    Path content = Files.createDirectories(folder.resolve("content"));
    Path repository = folder.resolve("repository");
    Files.writeString(content.resolve("one"), "1");
    FaultyCommit.repository(repository, content);
    String first = FaultyCommit.last(repository);
    Files.move(content.resolve("one"), content.resolve("other"));

    FaultyCommit.repository(repository, content);

    assertThat(repository.resolve("one")).doesNotExist();
    assertThat(repository.resolve("other")).hasContent("1");
    assertThat(FaultyCommit.last(repository)).isNotEqualTo(first);
  }

  @Test
  void isAt_methodClassOrPackage_isTold() {
    assertThat(ServiceFault.HOT_LOCK.isAt(at("catalog.PriceClient.stock"))).isTrue();
    assertThat(ServiceFault.HOT_LOCK.isAt(at("catalog.PriceClient.stockOf"))).isFalse();
    assertThat(ServiceFault.SMALL_POOL.isAt(at("com.zaxxer.hikari.pool.HikariPool.getConnection")))
        .isTrue();
    assertThat(ServiceFault.SMALL_POOL.isAt(at("java.lang.Thread.sleep"))).isFalse();
  }

  static Cause at(String method) {
    return new Cause(
        "browse",
        Mode.PLATFORM,
        Metric.LATENCY_P50,
        Resource.BLOCKING,
        method,
        null,
        null,
        "src/main/java/" + method.replace('.', '/') + ".java",
        12,
        true,
        1,
        2,
        new Interval(0.5, 1.5),
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void planned_namedServiceAndFault_areAllOfTheOneAndTheOther() {
    assertThat(ServiceBenchmark.Planned.of(Set.of("shop", "hot-lock"), 2))
        .extracting(ServiceBenchmark.Planned::label)
        .containsExactly(
            "hot-lock",
            "shop-itself-1",
            "shop-itself-2",
            "slow-filter",
            "session-leak",
            "chatty-logging");
    assertThat(ServiceBenchmark.Planned.of(Set.of(), 1)).hasSize(13);
  }
}
