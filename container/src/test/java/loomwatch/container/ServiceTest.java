package loomwatch.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.TopContainerResponse;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;

/** Each JDK with each Tomcat in each mode, in a container of its own. */
@ParameterizedClass
@MethodSource("loomwatch.container.Service#all")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServiceTest {
  private static @Nullable GenericContainer<?> server;

  private final Service service;

  ServiceTest(Service service) {
    this.service = service;
  }

  @BeforeParameterizedClassInvocation
  static void start(Service service) {
    server =
        ServerImage.container(
            ServerImage.of(service.jdk(), service.tomcat()), "--mode", service.mode());
    server.start();
  }

  @AfterParameterizedClassInvocation
  static void remove() {
    if (server != null) {
      server.stop();
      server = null;
    }
  }

  private static GenericContainer<?> server() {
    return Objects.requireNonNull(server);
  }

  @Test
  void readyLine_ofTheContainer_tellsWhatItIs() {
    assertThat(server().getLogs(OutputType.STDOUT))
        .matches(
            "loomwatch-server ready port=8080 mode=%s pid=1 tomcat=%s jdk=%d[.+]\\S+ vendor=\\S+\n"
                .formatted(service.mode(), Pattern.quote(service.tomcat()), service.jdk()));
  }

  @Test
  void thread_servingARequest_provesTheMode() throws Exception {
    HttpResponse<String> answer = Http.get(server(), "/thread");

    boolean virtual = service.mode().equals("virtual");
    assertThat(answer.body())
        .matches(
            "\\{\"name\":\"http-nio-0\\.0\\.0\\.0-8080-%s-\\d+\",\"virtual\":%b}\n"
                .formatted(virtual ? "virt" : "exec", virtual));
  }

  @Test
  void process_inTheContainer_isTheJvmAloneAndNotRoot() {
    TopContainerResponse top =
        client().topContainerCmd(server().getContainerId()).withPsArgs("-eo uid,pid,comm").exec();

    assertThat(List.of(top.getProcesses()))
        .singleElement()
        .satisfies(process -> {
          assertThat(process[0]).isEqualTo("10001");
          assertThat(process[2]).isEqualTo("java");
        });
  }

  /** The last: nobody can ask this container anything afterwards. */
  @Test
  @Order(Integer.MAX_VALUE)
  void term_toTheContainer_endsTheServerByItself() {
    client().stopContainerCmd(server().getContainerId()).withTimeout(20).exec();

    // 137 would be Docker's own doing, after its patience.
    assertThat(
            client()
                .inspectContainerCmd(server().getContainerId())
                .exec()
                .getState()
                .getExitCodeLong())
        .isEqualTo(143);
    assertThat(server().getLogs(OutputType.STDERR)).isEmpty();
  }

  private static DockerClient client() {
    return server().getDockerClient();
  }
}
