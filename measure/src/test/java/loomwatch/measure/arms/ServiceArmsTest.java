package loomwatch.measure.arms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.launch.Children;
import loomwatch.measure.subject.SubjectFileReader;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Revisions of a team's repository, in a real git. */
class ServiceArmsTest {
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
        .isInstanceOf(ArmException.class)
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
        .isInstanceOf(ArmException.class)
        .hasMessageStartingWith("base: loomwatch.yaml names jdk 99; jdk must be found");
  }

  @Test
  void build_revisionWhoseJdkMakesNoSense_tellsWhere() throws Exception {
    commit("jdk: 17");
    git("tag", "head");
    commit("jdk: " + HERE);

    assertThatThrownBy(() -> build("ref=main", "ref=head"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("head:loomwatch.yaml:3:8: jdk must be a version of at least 21");
  }

  @Test
  void inPlace_onTheJdkItNames() throws Exception {
    commit("jdk: 99");

    assertThatThrownBy(() -> arms().inPlace(null)).hasMessageContaining("no 99;");
    assertThat(arms().inPlace(Path.of(System.getProperty("java.home"))).jdk().feature())
        .isEqualTo(HERE);
  }

  private BuiltArms build(String base, String head) throws IOException, InterruptedException {
    return arms().build(ArmSpec.parse("--base", base), ArmSpec.parse("--head", head));
  }

  private ServiceArms arms() {
    return new ServiceArms(
        SubjectFileReader.read(directory.resolve("shop/loomwatch.yaml")),
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
        subject:
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
