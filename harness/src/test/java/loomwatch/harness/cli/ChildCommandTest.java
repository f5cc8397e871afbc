package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.harness.cli.ChildCommand.Ended;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[ERROR] Failed to execute goal on project shop: Could not find artifact com.acme:pricing:jar:9.9 in central (https://host/)'|'Could not find artifact com.acme:pricing:jar:9.9'",
        "'[ERROR] Failed: com.acme:pricing:jar:9.9 was not found in https://host during a previous attempt'|'com.acme:pricing:jar:9.9 was not found'",
        "'Execution failed for task '':compileJava''.~> Could not resolve all files:~  > Could not find com.acme:pricing:9.9.'|'Could not find com.acme:pricing:9.9'",
        "'[ERROR] COMPILATION ERROR :~    [ERROR] Shop.java:[3,5] cannot find symbol'|'Shop.java:[3,5] cannot find symbol'",
        "''|'exit code 66'",
      })
  void cause_ofAFailedBuild_isTheLineThatSaysTheMost(String log, String cause) {
    String said =
        """
        loomwatch: head: . is being built (log: here)
        loomwatch: the build of shop (mvn package) must end with 0, ended with 1; it says:
            %s
        """
            .formatted(log.replace("~", "\n    "));

    assertThat(new Ended(66, said).cause()).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource({
    "'[ 1/5] items round 1\nloomwatch: jdk must be found, was not: no 99\n  25 at /jdk\n', 'jdk must be found, was not: no 99'",
    "'loomwatch: first\nloomwatch: com.acme:json 2 must be named\n', com.acme:json 2 must be named",
    "'Killed\n', Killed",
  })
  void cause_ofAnotherMessage_isItsFirstLine(String said, String cause) {
    assertThat(new Ended(65, said).cause()).isEqualTo(cause);
  }
}
