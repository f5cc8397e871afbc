package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartFailureTest {
  @Test
  void shown_springBootsExplanation_isThatAlone() {
    StartFailure failure =
        of(
            """
            2026-01-01 ERROR o.s.boot : Application run failed
            	at org.springframework.boot.SpringApplication.run(SpringApplication.java:1)
            ***************************
            APPLICATION FAILED TO START
            ***************************

            Description:

            Failed to configure a DataSource: 'url' attribute is not specified.

            Action:

            Consider the following:
            """);

    assertThat(failure.shown())
        .startsWith(":\n    Failed to configure a DataSource: 'url' attribute is not specified.\n");
    assertThat(failure.hint().orElseThrow()).startsWith("add its database as services:");
  }

  @Test
  void shown_chainOfCauses_hasNoFrames() {
    StartFailure failure =
        of(
            """
            starting
            Exception in thread "main" java.lang.IllegalStateException: no pool
            	at app.Main.main(Main.java:7)
            Caused by: java.net.ConnectException: Connection refused
            	... 12 more
            """);

    assertThat(failure.shown())
        .isEqualTo(
            """
            :
                Exception in thread "main" java.lang.IllegalStateException: no pool
                Caused by: java.net.ConnectException: Connection refused\
            """);
    assertThat(failure.hint().orElseThrow()).contains("services: in loomwatch.yaml");
  }

  @Test
  void shown_noKnownCause_isTheLastLines() {
    assertThat(of("one\ntwo\n").shown()).isEqualTo(":\n    one\n    two");
    assertThat(of("one\n").hint()).isEmpty();
    assertThat(of("").shown()).isEqualTo("; it logged nothing");
  }

  private static StartFailure of(String log) {
    return StartFailure.of(log.lines().toList());
  }
}
