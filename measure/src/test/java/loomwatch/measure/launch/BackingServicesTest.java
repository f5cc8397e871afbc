package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import loomwatch.measure.launch.BackingServices.Container;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.BackingService.Image;
import loomwatch.measure.service.Ready;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.HostPortWaitStrategy;
import org.testcontainers.containers.wait.strategy.HttpWaitStrategy;
import org.testcontainers.containers.wait.strategy.LogMessageWaitStrategy;

/** How a container is asked for; nothing is started, so no daemon is needed. */
final class BackingServicesTest {
  private static final Duration WITHIN = Duration.ofSeconds(7);

  @Test
  void container_ofAnImage_hasItsPortEnvironmentAndArguments() {
    GenericContainer<?> container =
        needed(new Image("postgres:16", 5432, List.of("-c", "fsync=off")), List.of()).container();

    assertThat(container.getExposedPorts()).containsExactly(5432);
    assertThat(container.getEnvMap()).containsExactlyEntriesOf(Map.of("POSTGRES_PASSWORD", "x"));
    assertThat(container.getCommandParts()).containsExactly("-c", "fsync=off");
  }

  @Test
  void container_withoutArguments_hasThoseOfItsImage() {
    assertThat(
            needed(new Image("redis:8", 6379, List.of()), List.of()).container().getCommandParts())
        .isEmpty();
  }

  @Test
  void container_onCores_isKeptThere() {
    Image image = new Image("redis:8", 6379, List.of());

    assertThat(cpusOf(needed(image, List.of(2, 5)))).isEqualTo("2,5");
    assertThat(cpusOf(needed(image, List.of()))).isNull();
  }

  @Test
  void waiting_everyWay_hasOneOfDocker() {
    assertThat(Container.waiting(new Ready.Answers("/up", 204, WITHIN), 80))
        .isInstanceOf(HttpWaitStrategy.class);
    assertThat(Container.waiting(new Ready.Listens(WITHIN), 80))
        .isInstanceOf(HostPortWaitStrategy.class);
    assertThat(Container.waiting(new Ready.Logs("^a|b", WITHIN), 80))
        .isInstanceOf(LogMessageWaitStrategy.class);
  }

  @Test
  void here_addressesOfThisMachine_areAndOthersAreNot() throws Exception {
    InetAddress own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress())
            .findAny()
            .orElse(InetAddress.getLoopbackAddress());

    assertThat(Container.here("localhost")).isTrue();
    assertThat(Container.here(own.getHostAddress())).isTrue();
    assertThat(Container.here("192.0.2.1")).isFalse();
  }

  private static Container needed(Image image, List<Integer> cores) {
    BackingService need =
        new BackingService(
            "db",
            Optional.empty(),
            List.of(),
            Map.of("POSTGRES_PASSWORD", "x"),
            new Ready.Listens(WITHIN),
            Optional.empty(),
            Optional.empty(),
            Optional.of(image));
    return new Container(need, image, cores, Path.of("none.log"));
  }

  /** What is asked of the daemon at creation. */
  private static String cpusOf(Container needed) {
    AtomicReference<HostConfig> asked = new AtomicReference<>(new HostConfig());
    CreateContainerCmd command =
        (CreateContainerCmd)
            Proxy.newProxyInstance(
                CreateContainerCmd.class.getClassLoader(),
                new Class<?>[] {CreateContainerCmd.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("withHostConfig")) {
                    asked.set((HostConfig) arguments[0]);
                    return proxy;
                  }
                  return method.getName().equals("getHostConfig") ? asked.get() : null;
                });
    needed.container().getCreateContainerCmdModifiers().forEach(each -> each.modify(command));
    return asked.get().getCpusetCpus();
  }
}
