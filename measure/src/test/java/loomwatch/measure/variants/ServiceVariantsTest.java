package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.launch.Children;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Revisions of a team's repository, in a real git. */
class ServiceVariantsTest {
  private static final int HERE = Runtime.version().feature();

  @TempDir Path directory;
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void makeRepository() throws Exception {
    Files.createDirectories(directory.resolve("shop"));
    git("init", "-q", "-b", "main");
  }

  @Test
  void build_revisionThatNamesAnotherJdk_isSoughtOnIt() throws Exception {
    commit("jdk: " + HERE);
    git("tag", "old");
    commit("jdk: 99");

    assertThatThrownBy(() -> build("ref=old", "ref=main"))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith("head: main:loomwatch.yaml names jdk 99; jdk must be found");
    assertThat(build("ref=old", "ref=old,jdk=" + HERE).head().jdk().feature()).isEqualTo(HERE);
  }

  @Test
  void build_revisionThatNamesNone_isOnThatOfLoomwatch() throws Exception {
    commit("name: shop");
    write("jdk: 99");

    assertThat(build("ref=main", "ref=main").head().jdk().feature()).isEqualTo(HERE);
  }

  @Test
  void build_revisionWithoutAFile_isSoughtOnThatOfTheFileHere() throws Exception {
    Files.writeString(directory.resolve("shop/README.md"), "read me\n");
    commit();
    write("jdk: 99");

    assertThatThrownBy(() -> build("ref=main", "ref=main"))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith("base: loomwatch.yaml names jdk 99; jdk must be found");
  }

  @Test
  void build_revisionWhoseJdkMakesNoSense_tellsWhere() throws Exception {
    commit("jdk: 16");
    git("tag", "head");
    commit("jdk: " + HERE);

    assertThatThrownBy(() -> build("ref=main", "ref=head"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("head:loomwatch.yaml:3:8: jdk must be a version of at least 17");
  }

  @Test
  void inPlace_onTheJdkItNames() throws Exception {
    commit("jdk: 99");

    assertThatThrownBy(() -> variants().inPlace(null)).hasMessageContaining("no 99;");
    assertThat(variants().inPlace(Path.of(System.getProperty("java.home"))).jdk().feature())
        .isEqualTo(HERE);
  }

  @Test
  void inPlace_pattern_startsTheFileThatWasBuiltAndIsKnownByThePattern() throws Exception {
    commit("name: shop");
    Path file = directory.resolve("shop/loomwatch.yaml");
    Files.writeString(file, Files.readString(file).replace("shop.jar", "target/shop-*.jar"));
    Path target = Files.createDirectories(directory.resolve("shop/target"));
    Files.writeString(target.resolve("shop-1.0-plain.jar"), "no jar");

    assertThatThrownBy(() -> variants().inPlace(null))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith(
            "target/shop-*.jar must match one file in %s after the build, matched none;"
                .formatted(target));
    Path jar = Files.writeString(target.resolve("shop-1.0.jar"), "no jar");
    BuiltVariant before = variants().inPlace(null);
    Files.move(jar, target.resolve("shop-1.1.jar"));
    BuiltVariant after = variants().inPlace(null);

    assertThat(before.service().meant("target/shop-*.jar")).isEqualTo("target/shop-1.0.jar");
    assertThat(after.service().meant("target/shop-*.jar")).isEqualTo("target/shop-1.1.jar");
    assertThat(after.service().identity()).isEqualTo(before.service().identity());
    Files.writeString(target.resolve("shop-1.0.jar"), "no jar");
    assertThatThrownBy(() -> variants().inPlace(null))
        .hasMessageContaining("matched shop-1.0.jar, shop-1.1.jar; write");
  }

  @Test
  void build_flagsOfWhatIsNotStartedByJava_areRefused() throws Exception {
    write("name: shop");
    Path file = directory.resolve("shop/loomwatch.yaml");
    Files.writeString(file, Files.readString(file).replace("java -jar shop.jar", "bin/shop"));
    commit();

    assertThatThrownBy(() -> build("ref=main,flags=-Xint -Da=b", "ref=main"))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith(
            "base: flags must be none where start does not begin with java, were -Xint -Da=b;");
  }

  @Test
  void build_thatFailsWithoutItsSubmodules_saysThatTheyAreEmpty() throws Exception {
    write("build: exit 3");
    git("add", "--all");
    git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",lib");
    git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "a commit");

    assertThatThrownBy(() -> build("ref=main", "ref=main"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("must end with 0, ended with 3")
        .hasMessageContaining("Submodules are empty, as they are here: lib.");
  }

  @Test
  void inPlace_virtualThreadsOnAnOlderJdk_areRefused() throws Exception {
    Path old = directory.resolve("old");
    Files.createDirectories(old);
    Files.writeString(
        old.resolve("release"),
        "IMPLEMENTOR=\"Vendor\"\nJAVA_RUNTIME_VERSION=\"17.0.12+7\"\nJAVA_VERSION=\"17.0.12\"\n");
    write("modes: {virtual: {}}");

    assertThatThrownBy(() -> variants().inPlace(old))
        .isInstanceOf(VariantException.class)
        .hasMessage(
            "jdk must be 21 or later, which has virtual threads, was 17.0.12 at "
                + old
                + "; for platform threads alone write modes: {platform: {}}");
  }

  private BuiltVariants build(String base, String head) throws IOException, InterruptedException {
    return variants().build(VariantSpec.parse("--base", base), VariantSpec.parse("--head", head));
  }

  private Variants variants() {
    return Variants.of(
        ServiceFile.read(directory.resolve("shop/loomwatch.yaml")),
        directory,
        directory.resolve("out"),
        new Children(),
        progress::add);
  }

  private void commit(String line) throws Exception {
    write(line);
    commit();
  }

  private void commit() throws Exception {
    git("add", "--all");
    git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "a commit");
  }

  private void write(String line) throws IOException {
    Files.writeString(
        directory.resolve("shop/loomwatch.yaml"),
        """
        schema: 1
        service:
          %s
          start: java -jar shop.jar {port}
          ready: /
        scenarios:
          items: {get: /, rate: 1}
        """
            .formatted(line));
  }

  private void git(String... arguments) throws Exception {
    new Git(directory.resolve("shop")).tell(arguments);
  }
}
