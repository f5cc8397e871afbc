package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceEnvironmentTest {

  @Test
  void handOn_whatTheLauncherKept_hasItsOwnNameAgain() {
    Map<String, String> environment =
        new HashMap<>(Map.of("LOOMWATCH_SERVICE_JDK_JAVA_OPTIONS", "-Xmx64m", "HOME", "/root"));

    ServiceEnvironment.handOn(environment);

    assertThat(environment)
        .containsExactlyInAnyOrderEntriesOf(Map.of("JDK_JAVA_OPTIONS", "-Xmx64m", "HOME", "/root"));
  }

  @Test
  void told_optionsAndSpringsVariables_withoutWhatMayBeSecret() {
    Map<String, String> inherited =
        Map.of(
            "LOOMWATCH_SERVICE_JAVA_TOOL_OPTIONS",
            "-Xmx64m -XX:+UseSerialGC -XX:OnError=s3cr3t \"-Ddb.password=s3cr3t 1\" -Dx=my\"s3cr3t 2\""
                + " -Dflag -javaagent:/a.jar=key=s3cr3t -javaagent:/s3cr3t.jar @s3cr3t",
            "SPRING_PROFILES_ACTIVE",
            "load",
            "SPRING_DATASOURCE_PASSWORD",
            "s3cr3t",
            "SERVER_TOMCAT_THREADS_MAX",
            "20",
            "spring.mail.password",
            "s3cr3t",
            "GITHUB_SERVER_URL",
            "https://example.org");

    assertThat(ServiceEnvironment.reported(inherited, Map.of("SERVER_TOMCAT_THREADS_MAX", "200")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "JAVA_TOOL_OPTIONS",
                "-Xmx64m -XX:+UseSerialGC -XX:OnError=*** -Ddb.password=*** -Dx=*** -Dflag"
                    + " -javaagent:/a.jar=*** *** ***",
                "spring.mail.password",
                "***",
                "SPRING_PROFILES_ACTIVE",
                "load",
                "SPRING_DATASOURCE_PASSWORD",
                "***"));
  }
}
