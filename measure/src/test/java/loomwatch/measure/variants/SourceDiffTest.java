package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Git.SourceDiff;
import loomwatch.measure.variants.Git.SourceDiff.Lines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceDiffTest {
  @TempDir Path repository;

  @Test
  void between_twoCommits_hasTheLinesOfHead() throws Exception {
    git("init", "-q", "-b", "main");
    Revision base = commit("a/Shop.java", "one\ntwo\nthree\nfour\n");
    Revision head = commit("a/Shop.java", "zero\none\nthree\nFOUR\nfive\n");

    SourceDiff diff = SourceDiff.between(repository.resolve("a"), base, head);

    assertThat(diff.files()).containsExactly("a/Shop.java");
    assertThat(diff.touched())
        .containsOnlyKeys("a/Shop.java")
        .containsEntry("a/Shop.java", List.of(new Lines(1, 1), new Lines(2, 3), new Lines(4, 5)));
  }

  @Test
  void between_commitAndWorkingTree_seesWhatIsNotCommitted() throws Exception {
    git("init", "-q", "-b", "main");
    Revision base = commit("Shop.java", "one\n");
    Files.writeString(repository.resolve("Shop.java"), "one\ntwo\n");

    SourceDiff diff = SourceDiff.between(repository, base, new Revision(base.commit(), true));

    assertThat(diff.touched()).containsEntry("Shop.java", List.of(new Lines(2, 2)));
  }

  @Test
  void between_fileThatIsNotAdded_isWhollyTouched() throws Exception {
    git("init", "-q", "-b", "main");
    Revision base = commit("Shop.java", "one\n");
    commit(".gitignore", "*.log\n");
    Revision head = new Revision(base.commit(), true);
    Files.writeString(repository.resolve("New.java"), "one\ntwo\n");
    Files.writeString(repository.resolve("build.log"), "built\n");

    SourceDiff diff = SourceDiff.between(repository, base, head);

    assertThat(diff.files()).containsExactlyInAnyOrder(".gitignore", "New.java", "Shop.java");
    assertThat(diff.touched()).containsOnlyKeys(".gitignore", "New.java");
    assertThat(diff.touched()).containsEntry("New.java", List.of(Lines.ALL));
  }

  @Test
  void between_workingTreeAndCommit_hasTheLinesOfTheCommit() throws Exception {
    git("init", "-q", "-b", "main");
    Revision head = commit("Shop.java", "one\ntwo\n");
    Files.writeString(repository.resolve("Shop.java"), "one\n");

    SourceDiff diff = SourceDiff.between(repository, new Revision(head.commit(), true), head);

    assertThat(diff.touched()).containsEntry("Shop.java", List.of(new Lines(2, 2)));
  }

  @Test
  void between_sameRevision_isNone() throws Exception {
    git("init", "-q", "-b", "main");
    Revision base = commit("Shop.java", "one\n");

    assertThat(SourceDiff.between(repository, base, base)).isEqualTo(SourceDiff.NONE);
  }

  @Test
  void between_noRepository_isNone() throws Exception {
    assertThat(
            SourceDiff.between(
                repository, new Revision("a".repeat(40), false), new Revision("b", false)))
        .isEqualTo(SourceDiff.NONE);
  }

  /** An added line may look like the name of a file. */
  @Test
  void touched_addedLineThatLooksLikeAHeader_isOfTheSameFile() {
    assertThat(
            SourceDiff.touched(
                """
                diff --git a/Shop.java b/Shop.java
                --- a/Shop.java
                +++ b/Shop.java
                @@ -1,0 +2 @@
                +++ b/Other.java
                @@ -9 +11,2 @@
                +x
                +y
                """))
        .containsOnlyKeys("Shop.java")
        .containsEntry("Shop.java", List.of(new Lines(2, 2), new Lines(11, 12)));
  }

  private Revision commit(String file, String text) throws Exception {
    Path path = repository.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    git("add", "--all");
    git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "x");
    return Revision.of(repository);
  }

  private void git(String... arguments) throws Exception {
    new Git(repository).tell(arguments);
  }
}
