package loomwatch.measure.arms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loomwatch.measure.arms.Attribution.Impossible;
import loomwatch.measure.arms.Attribution.Mixed;
import loomwatch.measure.arms.Attribution.Unneeded;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arms between base and head. */
class AttributionTest {
  private static final String MAIN = "server/src/main/java/loomwatch/server/Main.class";

  @TempDir Path temporary;
  private Checkout checkout;

  @BeforeEach
  void begin() throws Exception {
    checkout = Checkout.in(temporary);
    checkout.git("branch", "old");
  }

  @Test
  void build_tomcatAndCodeChanged_mixesThem() throws Exception {
    checkout.write(MAIN, "server 2\n");
    String commit = checkout.commit("change the server");

    BuiltArms arms =
        build("ref=old,tomcat=10.1.59,handicap=cpu:5%", "ref=main,flags=-Xint,handicap=alloc:9%");

    Mixed mixed = (Mixed) arms.attribution();
    assertThat(mixed.toolchain().name()).isEqualTo("toolchain");
    assertThat(mixed.toolchain().revision()).isEqualTo(arms.base().revision());
    assertThat(mixed.toolchain().handicap()).isEqualTo("cpu:5%");
    assertThat(mixed.toolchain().tomcat()).isEqualTo("11.0.25");
    assertThat(mixed.toolchain().extraJvmFlags()).containsExactly("-Xint");
    assertThat(mixed.code().name()).isEqualTo("code");
    assertThat(mixed.code().revision()).isEqualTo(new Revision(commit, false));
    assertThat(mixed.code().handicap()).isEqualTo("alloc:9%");
    assertThat(mixed.code().tomcat()).isEqualTo("10.1.59");
    assertThat(mixed.code().extraJvmFlags()).isEmpty();
    assertThat(checkout.builds()).hasSize(4);
  }

  @Test
  void build_handicapAndFlagsChanged_needNoBuildOfTheirOwn() throws Exception {
    BuiltArms arms = build("ref=main", "ref=main,flags=-Xint,handicap=cpu:5%");

    assertThat(arms.attribution()).isInstanceOf(Mixed.class);
    assertThat(checkout.builds()).hasSize(1);
  }

  @Test
  void build_tomcatNamedByTheRevision_countsAsToolchain() throws Exception {
    checkout.write("pom.xml", "<tomcat.version>10.1.59</tomcat.version>\n");
    checkout.write(MAIN, "server 2\n");
    checkout.commit("go back to 10.1");

    Mixed mixed = (Mixed) build("ref=old", "ref=main").attribution();

    assertThat(mixed.toolchain().tomcat()).isEqualTo("10.1.59");
    assertThat(mixed.code().tomcat()).isEqualTo("11.0.25");
    assertThat(Changes.between(mixed.toolchain(), mixed.code()).none()).isFalse();
  }

  @Test
  void build_revisionThatOnlyNamesAnotherTomcat_isAllTheToolchains() throws Exception {
    checkout.write("pom.xml", "<tomcat.version>10.1.59</tomcat.version>\n");
    checkout.commit("go back to 10.1");

    assertThat(build("ref=old", "ref=main").attribution()).isEqualTo(new Unneeded());
  }

  @Test
  void build_onlyOneFactorChanged_mixesNothing() throws Exception {
    checkout.write(MAIN, "server 2\n");
    checkout.commit("change the server");

    assertThat(build("ref=old", "ref=main").attribution()).isEqualTo(new Unneeded());
    assertThat(build("ref=main", "flags=-Xint").attribution()).isEqualTo(new Unneeded());
    assertThat(checkout.builds()).hasSize(2);
  }

  @Test
  void build_notWanted_mixesNothing() throws Exception {
    BuiltArms arms = checkout.build("ref=main", "flags=-Xint,handicap=cpu:5%", Arms.Wanted.TWO);

    assertThat(arms.attribution()).isEqualTo(new Unneeded());
  }

  @Test
  void build_codeThatNeedsItsOwnTomcat_isComparedAllTheSame() throws Exception {
    checkout.write(MAIN, "NEEDS-11.0.25\n");
    checkout.commit("use what is new in 11");

    BuiltArms arms = build("ref=old,tomcat=10.1.59", "ref=main");

    assertThat(arms.attribution())
        .isEqualTo(
            new Impossible(
                "It was not measured whose change it is: head's code on base's toolchain does not"
                    + " build."));
    assertThat(arms.head().tomcat()).isEqualTo("11.0.25");
    assertThat(checkout.progress)
        .anyMatch(line ->
            line.startsWith("head's code on base's toolchain: the arm must build, did not: "));
  }

  private BuiltArms build(String base, String head) throws Exception {
    return checkout.build(base, head, Arms.Wanted.BETWEEN_TOO);
  }
}
