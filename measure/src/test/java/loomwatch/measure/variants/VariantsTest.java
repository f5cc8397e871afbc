package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Git.Revision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantsTest {
  private static final String MAIN = "server/src/main/java/loomwatch/server/Main.class";

  @TempDir Path temporary;
  private Checkout checkout;

  @BeforeEach
  void begin() throws Exception {
    checkout = Checkout.in(temporary);
  }

  @Test
  void build_twoRevisions_areBuiltWithTheirFacts() throws Exception {
    checkout.git("branch", "old");
    checkout.write(MAIN, "server 2\n");
    String head = checkout.commit("change the server");

    BuiltVariants variants = checkout.build("ref=old,fault=cpu:5%", "ref=main,flags=-Xint -Da=b");

    assertThat(checkout.builds()).hasSize(2);
    assertThat(variants.head().name()).isEqualTo("head");
    assertThat(variants.head().revision()).isEqualTo(new Revision(head, false));
    assertThat(variants.head().tomcat()).isEqualTo("11.0.25");
    assertThat(variants.head().extraJvmFlags()).containsExactly("-Xint", "-Da=b");
    assertThat(variants.base().fault()).isEqualTo("cpu:5%");
    assertThat(List.of(classPath(variants.base()).split(":")))
        .hasSize(2)
        .allSatisfy(jar -> assertThat(Path.of(jar)).exists().hasExtension("jar"));
    assertThat(variants.base().serverContent()).isNotEqualTo(variants.head().serverContent());
    assertThat(variants.base().suite().content()).isEqualTo(variants.head().suite().content());
  }

  @Test
  void build_otherTomcat_isGivenToTheBuild() throws Exception {
    BuiltVariants variants = checkout.build("tomcat=10.1.59", "tomcat=11.0.25");

    assertThat(variants.base().tomcat()).isEqualTo("10.1.59");
    assertThat(variants.head().tomcat()).isEqualTo("11.0.25");
    assertThat(variants.base().suite().content()).isNotEqualTo(variants.head().suite().content());
  }

  @Test
  void build_readMeChanged_sharesOneBuild() throws Exception {
    checkout.write("README.md", "read me again\n");
    checkout.write("server/src/test/java/MainTest.java", "a test is not measured\n");
    checkout.commit("explain");

    BuiltVariants variants = checkout.build("ref=main~1", "ref=main");

    assertThat(checkout.builds()).hasSize(1);
    assertThat(classPath(variants.base())).isEqualTo(classPath(variants.head()));
    assertThat(Changes.between(variants.base(), variants.head()).none()).isTrue();
  }

  /** Maven compiles it, whatever the folder is called. */
  @Test
  void build_folderNamedAsTestsAmongTheSources_isBuilt() throws Exception {
    checkout.write("server/src/main/java/src/test/Hidden.java", "class Hidden {}\n");
    checkout.commit("hide it");

    checkout.build("ref=main~1", "ref=main");

    assertThat(checkout.builds()).hasSize(2);
  }

  @Test
  void build_builtBefore_callsNoBuildAndSaysSo() throws Exception {
    checkout.build("ref=main", "ref=main");
    checkout.progress.clear();

    checkout.build("ref=main", "tomcat=11.0.25");

    assertThat(checkout.builds()).hasSize(1);
    assertThat(checkout.progress)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches(
                        "base: main \\(\\w{10}\\) with Tomcat 11.0.25 was built before \\(.*\\)"),
            line ->
                assertThat(line)
                    .matches(
                        "head: \\. \\(\\w{10}\\) with Tomcat 11.0.25 was built before \\(.*\\)"));
  }

  @Test
  void build_notBuiltBefore_tellsLogAndTime() throws Exception {
    checkout.build("ref=main", "ref=main");

    assertThat(checkout.progress.subList(0, 2))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches(
                        "base: main \\(\\w{10}\\) with Tomcat 11.0.25 is being built \\(log: .*\\)"),
            line -> assertThat(line).matches("base: built in \\d+\\.\\d s"));
  }

  @Test
  void build_workingTreeAsCommitted_sharesTheCommitsBuild() throws Exception {
    BuiltVariants variants = checkout.build("ref=main", "ref=.");

    assertThat(checkout.builds()).hasSize(1);
    assertThat(variants.head().revision()).isEqualTo(variants.base().revision());
  }

  @Test
  void build_workingTreeWithEditsAndNewFiles_isBuiltAsItIsOnDisk() throws Exception {
    checkout.write(MAIN, "server 9\n");
    checkout.write("jmh/src/main/java/loomwatch/jmh/New.class", "untracked\n");
    String before = checkout.git("status", "--porcelain");
    String objects = checkout.git("count-objects");

    BuiltVariants variants = checkout.build("ref=main", "ref=.");

    assertThat(variants.head().revision())
        .isEqualTo(new Revision(checkout.git("rev-parse", "main"), true));
    assertThat(variants.head().serverContent()).isNotEqualTo(variants.base().serverContent());
    assertThat(variants.head().suite().content()).isNotEqualTo(variants.base().suite().content());
    assertThat(checkout.git("status", "--porcelain")).isEqualTo(before);
    assertThat(checkout.git("count-objects")).isEqualTo(objects);
  }

  @Test
  void build_deletedFile_isGoneFromTheWorkingTreesBuild() throws Exception {
    checkout.write("server/src/main/java/loomwatch/server/More.class", "more\n");
    checkout.commit("add more");
    Files.delete(checkout.root.resolve("server/src/main/java/loomwatch/server/More.class"));

    BuiltVariants variants = checkout.build("ref=main~1", "ref=.");

    assertThat(variants.head().serverContent()).isEqualTo(variants.base().serverContent());
  }

  @Test
  void build_unknownRevision_showsGitsWordsAndTheNearestNames() throws Exception {
    checkout.git("branch", "feature/pool");
    checkout.git("tag", "v1");

    assertThatThrownBy(() -> checkout.build("ref=maim", "ref=."))
        .isInstanceOf(VariantException.class)
        .hasMessage(
            """
            base: ref must be a git revision known in %s, was "maim"; git says: fatal: Needed a\
             single revision
              Nearest branches and tags: main, v1, feature/pool
              If it is elsewhere: git fetch\
            """
                .formatted(checkout.root));
    assertThat(checkout.builds()).isEmpty();
  }

  @Test
  void build_noRepository_saysSo() throws Exception {
    Path plain = Files.createDirectory(temporary.resolve("plain"));
    VariantSpec spec = VariantSpec.parse("--base", "ref=main");

    assertThatThrownBy(() -> checkout.variants(plain, "false").build(spec, spec))
        .isInstanceOf(VariantException.class)
        .hasMessage(
            """
            %s must lie in a git repository, did not; git says: fatal: not a git repository (or\
             any of the parent directories): .git
              Variants are built from git revisions: clone the repository instead of unpacking it.\
            """
                .formatted(plain));
  }

  @Test
  void build_revisionWithoutServer_isRefused() throws Exception {
    checkout.git("rm", "-rq", "server");
    checkout.commit("drop the server");

    assertThatThrownBy(() -> checkout.build("ref=main~1", "ref=main"))
        .hasMessage(
            "head: ref must name a revision of Loomwatch with the modules server and jmh, was main,"
                + " which holds no server/pom.xml");
  }

  @Test
  void build_compilerErrors_areShownWithTheLog() throws Exception {
    checkout.write(MAIN, "BROKEN\n");
    checkout.commit("break it");

    assertThatThrownBy(() -> checkout.build("ref=main~1", "ref=main"))
        .isInstanceOf(VariantException.class)
        .message()
        .matches(
            """
            head: the build of the server that ships \\(.*\\) must end with 0, ended with 1; it says:
                \\[ERROR\\] COMPILATION ERROR :\\s
                \\[ERROR\\] server/src/main/Hello.java:\\[3,5\\] cannot find symbol
                  symbol:   class BROKEN
              It was built with JDK .*\\.
              The whole log is %s/variants/\\w{20}\\.log\
            """
                .formatted(checkout.out));
    assertThat(checkout.cached()).noneMatch(name -> name.startsWith(".building"));
  }

  @Test
  void build_failedBefore_isTriedAgain() throws Exception {
    checkout.write(MAIN, "BROKEN\n");
    assertThatThrownBy(() -> checkout.build("ref=.", "ref=.")).isInstanceOf(VariantException.class);
    assertThatThrownBy(() -> checkout.build("ref=.", "ref=.")).isInstanceOf(VariantException.class);

    assertThat(checkout.builds()).hasSize(2);
  }

  @Test
  void build_tomcatThatIsNotReleased_saysSoPlainly() {
    assertThatThrownBy(() -> checkout.build("tomcat=11.0.999", "ref=."))
        .isInstanceOf(VariantException.class)
        .message()
        .matches(
            """
            base: tomcat must be a version that can be resolved with all it needs:\
             Maven finds no org.apache.tomcat.embed:tomcat-embed-core:jar:11.0.999
              Look up the release's number, and whether Maven reaches its repository. The whole log: .*\
            """);
  }

  @Test
  void build_noMaven_showsWhatTheShellSays() {
    VariantSpec spec = VariantSpec.parse("--base", "ref=main");

    assertThatThrownBy(() -> checkout.variants(checkout.root, "/nowhere/mvn").build(spec, spec))
        .hasMessageStartingWith("base: the build of the server that ships (/nowhere/mvn ")
        .hasMessageContaining("must end with 0, ended with 127; it says:\n    ")
        .hasMessageContaining("/nowhere/mvn");
  }

  @Test
  void build_flagsTheJvmRefuses_areRefusedBeforeBuilding() throws Exception {
    assertThatThrownBy(() -> checkout.build("ref=main", "flags=-XX:+NoSuchFlag"))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith("head: flags must be such that Java ")
        .hasMessageContaining(
            "starts with them, were \"-XX:+NoSuchFlag\"; it says\n"
                + "  Unrecognized VM option 'NoSuchFlag'\n");
    assertThat(checkout.builds()).isEmpty();
  }

  @Test
  void build_flagsBesideOurs_areOnesTheJvmAccepts() throws Exception {
    BuiltVariants variants = checkout.build("flags=-XX:+UseZGC", "flags=-XX:+UseSerialGC -Xmx64m");

    assertThat(variants.base().extraJvmFlags()).containsExactly("-XX:+UseZGC");
  }

  @Test
  void build_damagedResult_isBuiltAgain() throws Exception {
    BuiltVariants before = checkout.build("ref=main", "ref=main");
    Files.writeString(Path.of(classPath(before.base()).split(":")[0]), "torn");

    BuiltVariants after = checkout.build("ref=main", "ref=main");

    assertThat(checkout.builds()).hasSize(2);
    assertThat(after.base().serverContent()).isEqualTo(before.base().serverContent());
  }

  @Test
  void build_leftoversOfADeadProcess_areRemovedAndThoseOfALivingAreNot() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path cache = checkout.out.resolve("variants");
    Path left = cache.resolve(".building-abc-" + dead.pid());
    Path inUse =
        cache.resolve(".building-abc-" + ProcessHandle.current().parent().orElseThrow().pid());
    Files.createDirectories(left.resolve("sources/server"));
    Files.createDirectories(inUse.resolve("sources/server"));

    checkout.build("ref=main", "ref=main");

    assertThat(left).doesNotExist();
    assertThat(inUse.resolve("sources/server")).exists();
    assertThat(checkout.cached()).hasSize(4).contains(inUse.getFileName().toString());
  }

  private static String classPath(BuiltVariant variant) {
    return variant.service().start().words().get(2);
  }
}
