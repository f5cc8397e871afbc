package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import loomwatch.measure.variants.VersionBump.Lines;
import loomwatch.measure.variants.VersionBump.Move;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionBumpTest {
  private static final String POM =
      """
      <project>
        <tomcat.version>%s</tomcat.version>
        <tomcat.other.version>%s</tomcat.other.version>
        <tomcat.webapp.10.version>%2$s</tomcat.webapp.10.version>
        <other.version>%s</other.version>
      </project>
      """;

  @TempDir Path temporary;
  private Checkout checkout;
  private String base;

  @BeforeEach
  void begin() throws Exception {
    checkout = Checkout.in(temporary);
    checkout.write("pom.xml", POM.formatted("11.0.25", "10.1.59", "1"));
    pin("21.0.9_8", "25.0.9_7");
    base = checkout.commit("name both lines of each");
  }

  @Test
  void between_jdkOfALine_isItsMove() throws Exception {
    pin("21.0.10.1_1", "25.0.9_7");

    VersionBump bump = between(Lines.ALL);

    assertThat(bump.jdks()).containsExactly(new Move("21.0.9+8", "21.0.10.1+1"));
    assertThat(bump.baseSpec()).isEqualTo("ref=" + base + ",jdk=21.0.9+8");
    assertThat(bump.headSpec()).isEqualTo("ref=" + bump.head() + ",jdk=21.0.10.1+1");
  }

  @Test
  void between_bothLines_areTwoMoves() throws Exception {
    pin("21.0.10_1", "25.0.10_1");

    assertThat(between(Lines.ALL).jdks()).hasSize(2);
  }

  /** Main is measured on the newest. */
  @Test
  void between_olderLineOfMain_isNone() throws Exception {
    pin("21.0.10_1", "25.0.9_7");

    assertThat(between(Lines.NEWEST).jdks()).isEmpty();
  }

  @Test
  void between_newLineOfMain_isAMove() throws Exception {
    pin("25.0.9_7", "29_36");

    assertThat(between(Lines.NEWEST).jdks()).containsExactly(new Move("25.0.9+7", "29+36"));
    assertThat(between(Lines.ALL).jdks()).isEmpty();
  }

  @Test
  void between_tomcat_needsNoSpec() throws Exception {
    checkout.write("pom.xml", POM.formatted("11.0.27", "10.1.59", "1"));

    VersionBump bump = between(Lines.ALL);

    assertThat(bump.tomcat()).contains(new Move("11.0.25", "11.0.27"));
    assertThat(bump.headSpec()).isEqualTo("ref=" + bump.head());
  }

  /** As built, both would have the line that main is measured on. */
  @Test
  void between_otherTomcatAlone_isMeasuredOnIt() throws Exception {
    checkout.write("pom.xml", POM.formatted("11.0.25", "10.1.61", "1"));
    checkout.write("README.md", "of no account");

    VersionBump bump = between(Lines.ALL);

    assertThat(bump.otherTomcat()).contains(new Move("10.1.59", "10.1.61"));
    assertThat(bump.baseSpec()).isEqualTo("ref=" + base + ",tomcat=10.1.59");
    assertThat(bump.headSpec()).isEqualTo("ref=" + bump.head() + ",tomcat=10.1.61");
    assertThat(between(Lines.NEWEST).otherTomcat()).isEmpty();
  }

  @Test
  void between_otherTomcatAndMore_isMeasuredAsBuilt() throws Exception {
    checkout.write("pom.xml", POM.formatted("11.0.25", "10.1.61", "2"));
    assertThat(between(Lines.ALL).otherTomcat()).as("another library").isEmpty();

    checkout.write("pom.xml", POM.formatted("11.0.25", "10.1.61", "1"));
    checkout.write("server/src/main/java/loomwatch/server/Main.class", "server 2\n");
    assertThat(between(Lines.ALL).otherTomcat()).as("the server").isEmpty();
  }

  /** Both are what an untrusted contributor's pull request says. */
  @Test
  void between_namesThatAreNone_areNone() throws Exception {
    checkout.write(
        "container/jdks", "eclipse-temurin:21.0.99999_1-jdk\neclipse-temurin:25.00_1-\n");
    checkout.write("pom.xml", POM.formatted("$(id)", "10.1.59", "1"));

    VersionBump bump = between(Lines.ALL);

    assertThat(bump.jdks()).isEmpty();
    assertThat(bump.tomcat()).isEmpty();
  }

  @Test
  void between_noSuchCommit_isRefused() {
    assertThatThrownBy(() -> VersionBump.between(checkout.root, "nowhere", "HEAD", Lines.ALL))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("nowhere");
  }

  private void pin(String older, String newer) throws Exception {
    checkout.write(
        "container/jdks",
        "# pins\neclipse-temurin:%s-jdk-noble@sha256:a\neclipse-temurin:%s-jdk-noble@sha256:b\n"
            .formatted(older, newer));
  }

  private VersionBump between(Lines lines) throws Exception {
    return VersionBump.between(checkout.root, base, checkout.commit("change"), lines);
  }
}
