package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadyLineTest {
  @Test
  void parse_readyLine_givesItsValues() {
    assertThat(
            ReadyLine.parse(
                "loomwatch-server ready port=40123 mode=virtual pid=7 tomcat=11.0.25"
                    + " jdk=25.0.3+9-LTS vendor=Temurin-25.0.3+9"))
        .contains(new ReadyLine(40123, "11.0.25", "25.0.3+9-LTS", "Temurin-25.0.3+9"));
  }

  @Test
  void parse_otherLine_isNothing() {
    assertThat(ReadyLine.parse("Nov 21, 2026 org.apache.catalina INFO: Starting")).isEmpty();
  }

  @Test
  void parse_portMissing_isNothing() {
    assertThat(ReadyLine.parse("loomwatch-server ready mode=virtual")).isEmpty();
  }
}
