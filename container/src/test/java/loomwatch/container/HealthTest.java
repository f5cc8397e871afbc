package loomwatch.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.HealthState;
import com.github.dockerjava.api.model.HealthCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;

/** What Docker believes of a container's health, asked for more often than the image says. */
class HealthTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void health_serverAnswers_becomesHealthy() throws Exception {
    try (GenericContainer<?> server = asked("--mode", "virtual")) {
      // The check's own JVM could not start with it, as it has another collector.
      server.withEnv("JDK_JAVA_OPTIONS", "-XX:+UseZGC");
      server.start();

      await(server, "healthy");
    }
  }

  @Test
  void health_nobodyListens_becomesUnhealthyAndSaysWhy() throws Exception {
    try (GenericContainer<?> server = asked("--mode", "virtual", "--port", "9090")) {
      server.start();

      HealthState health = await(server, "unhealthy");

      assertThat(health.getLog().getLast().getOutput())
          .isEqualTo(
              "loomwatch-server: http://127.0.0.1:8080/hello must answer 200, did not:"
                  + " Connection refused\n");
    }
  }

  private static GenericContainer<?> asked(String... arguments) {
    // All but the command is given again.
    HealthCheck often =
        new HealthCheck()
            .withInterval(Duration.ofSeconds(1).toNanos())
            .withTimeout(Duration.ofSeconds(20).toNanos())
            .withStartPeriod(Duration.ofMillis(1).toNanos())
            .withRetries(1);
    return ServerImage.container(ServerImage.any(), arguments)
        .withCreateContainerCmdModifier(create -> create.withHealthcheck(often));
  }

  /** Waits for the status; on a busy machine the first check may come before the server. */
  private static HealthState await(GenericContainer<?> server, String status)
      throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (true) {
      HealthState health =
          Objects.requireNonNull(server.getCurrentContainerInfo().getState().getHealth());
      if (status.equals(health.getStatus())) {
        return health;
      }
      assertThat(Instant.now())
          .as("health is %s, and was %s", health.getStatus(), health.getLog())
          .isBefore(deadline);
      Thread.sleep(100);
    }
  }
}
