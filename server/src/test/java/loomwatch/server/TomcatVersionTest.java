package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.catalina.util.ServerInfo;
import org.junit.jupiter.api.Test;

/** Proves which line of Tomcat the tests of this run are about; see the two runs in pom.xml. */
class TomcatVersionTest {
  @Test
  void serverInfo_inThisRun_isTheTomcatAskedFor() {
    assertThat(ServerInfo.getServerNumber())
        .isEqualTo(System.getProperty("loomwatch.tomcat.expected") + ".0");
  }
}
