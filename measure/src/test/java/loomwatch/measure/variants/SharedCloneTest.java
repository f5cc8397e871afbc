package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.variants.Sources.SharedClone;
import loomwatch.measure.variants.Sources.Source;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a real git. */
class SharedCloneTest {
  @TempDir Path directory;
  private Path repository;
  private Path clone;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = directory.resolve("shop");
    clone = repository.resolve("out/clone");
    init(repository);
    write("out/.gitignore", "*\n");
    write("build.sh", "echo 1\n");
    write(".gitattributes", "build.sh export-ignore\nnotes.txt text eol=crlf\n");
    write("notes.txt", "one\n");
    commit(repository, "first");
    git(repository, "tag", "-a", "-m", "v1", "v1");
    write("build.sh", "echo 2\n");
    commit(repository, "second");
  }

  @Test
  void checkOut_revision_isWhatACheckoutWouldBe() throws Exception {
    checkOut("v1");

    assertThat(clone.resolve("build.sh")).hasContent("echo 1");
    assertThat(Files.readString(clone.resolve("notes.txt"))).isEqualTo("one\r\n");
    assertThat(git(clone, "describe", "--always", "--dirty")).isEqualTo("v1");
    assertThat(git(clone, "rev-parse", "--show-toplevel")).isEqualTo(clone.toString());
    assertThat(git(clone, "log", "--format=%s")).isEqualTo("first");
    assertThat(git(clone, "merge-base", "main", "HEAD"))
        .isEqualTo(git(repository, "rev-parse", "v1^{commit}"));
  }

  /** Its objects are gone by the time that a build asks for them. */
  @Test
  void checkOut_workingTree_isThatAndDirty() throws Exception {
    write("build.sh", "echo 3\n");
    write("new.txt", "new\n");

    checkOut(Sources.WORKING_TREE);

    assertThat(clone.resolve("build.sh")).hasContent("echo 3");
    assertThat(git(clone, "describe", "--tags", "--dirty")).endsWith("-dirty");
    assertThat(git(clone, "status", "--porcelain")).isEqualTo("M  build.sh\nA  new.txt");
  }

  @Test
  void checkOut_submodules_asFarAsTheyAreHere() throws Exception {
    Path library = directory.resolve("library");
    init(library);
    Files.writeString(library.resolve("Library.java"), "class Library {}\n");
    commit(library, "library");
    for (String name : List.of("here", "gone")) {
      git(
          repository,
          "-c",
          "protocol.file.allow=always",
          "submodule",
          "--quiet",
          "add",
          library.toString(),
          "libraries/" + name);
    }
    commit(repository, "submodules");
    git(repository, "submodule", "--quiet", "deinit", "--force", "libraries/gone");
    BuildCache.remove(repository.resolve(".git/modules/libraries/gone"));

    assertThat(checkOut("main")).containsExactly("libraries/gone");

    assertThat(clone.resolve("libraries/here/Library.java")).hasContent("class Library {}");
    assertThat(git(clone, "status", "--porcelain")).isEmpty();
  }

  @Test
  void checkOut_shallowDetachedAndLinked_too() throws Exception {
    Path shallow = directory.resolve("shallow");
    git(directory, "clone", "-q", "--depth=1", repository.toUri().toString(), shallow.toString());
    git(shallow, "checkout", "-q", "--detach");
    git(shallow, "branch", "-q", "-D", "main");
    Path linked = directory.resolve("linked");
    git(repository, "worktree", "add", "-q", "--detach", linked.toString(), "v1");

    checkOut(shallow, "HEAD", directory.resolve("of-shallow"));
    checkOut(linked, "HEAD", directory.resolve("of-linked"));

    assertThat(git(directory.resolve("of-shallow"), "log", "--format=%s")).isEqualTo("second");
    assertThat(git(directory.resolve("of-linked"), "describe")).isEqualTo("v1");
  }

  @Test
  void checkOut_changesWithinASubmodule_areRefused() throws Exception {
    Path library = directory.resolve("library");
    init(library);
    Files.writeString(library.resolve("a"), "1\n");
    commit(library, "library");
    git(
        repository,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "-q",
        "add",
        library + "",
        "lib");
    commit(repository, "submodule");
    write("lib/a", "2\n");

    assertThatThrownBy(() -> checkOut(Sources.WORKING_TREE))
        .hasMessageStartingWith("submodules must have nothing but commits")
        .hasMessageContaining(", lib had changes");
  }

  /** As some CI systems fetch a commit. */
  @Test
  void checkOut_noReference_too() throws Exception {
    Path bare = directory.resolve("fetched");
    init(bare);
    git(bare, "fetch", "-q", "--depth=1", repository.toUri().toString(), "HEAD");
    git(bare, "checkout", "-q", "FETCH_HEAD");

    checkOut(bare, "HEAD", directory.resolve("of-fetched"));

    assertThat(directory.resolve("of-fetched/build.sh")).hasContent("echo 2");
  }

  @Test
  void checkOut_partialClone_fetchesWhatItHasNot() throws Exception {
    Path partial = directory.resolve("partial");
    git(repository, "config", "uploadpack.allowFilter", "true");
    git(
        directory,
        "clone",
        "-q",
        "--filter=blob:none",
        repository.toUri().toString(),
        partial + "");

    checkOut(partial, "v1", directory.resolve("of-partial"));

    assertThat(directory.resolve("of-partial/build.sh")).hasContent("echo 1");
  }

  @Test
  void checkOut_nothingCommitted_isTheWorkingTree() throws Exception {
    Path fresh = directory.resolve("fresh");
    init(fresh);
    Files.writeString(fresh.resolve("a"), "1\n");

    checkOut(fresh, Sources.WORKING_TREE, directory.resolve("of-fresh"));

    assertThat(directory.resolve("of-fresh/a")).hasContent("1");
  }

  /** Nothing is run of the user's hooks, and nothing of the repository is another afterwards. */
  @Test
  void checkOut_any_leavesTheRepositoryAsItWas() throws Exception {
    write("new.txt", "new\n");
    write(".git/hooks/post-checkout", "#!/bin/sh\ntouch " + directory.resolve("hooked") + "\n");
    assertThat(repository.resolve(".git/hooks/post-checkout").toFile().setExecutable(true))
        .isTrue();
    String before = state();

    checkOut("v1");
    BuildCache.remove(clone);
    checkOut(Sources.WORKING_TREE);

    assertThat(state()).isEqualTo(before);
    assertThat(directory.resolve("hooked")).doesNotExist();
    assertThat(git(repository, "fsck", "--full", "--strict")).isEmpty();
  }

  @Test
  void checkOut_repositoryWithinTheWorkingTree_tellsWhatToDo() throws Exception {
    init(repository.resolve("playground"));
    write("playground/a", "1\n");

    assertThatThrownBy(() -> checkOut(Sources.WORKING_TREE))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("does not have a commit checked out")
        .hasMessageContaining(".gitignore");
  }

  private String state() throws Exception {
    List<String> state = new ArrayList<>();
    try (var files = Files.walk(repository.resolve(".git"))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        // Git makes objects young again that it would have written, so that none is collected.
        boolean object = file.startsWith(repository.resolve(".git/objects"));
        state.add(
            file + " " + Files.size(file) + (object ? "" : " " + Files.getLastModifiedTime(file)));
      }
    }
    state.add(git(repository, "status", "--porcelain"));
    return String.join("\n", state);
  }

  private List<String> checkOut(String ref) throws Exception {
    return checkOut(repository, ref, clone);
  }

  private List<String> checkOut(Path from, String ref, Path folder) throws Exception {
    Path scratch = directory.resolve("scratch");
    Source source = Sources.of(from, scratch, false).find(ref);
    List<String> missing = SharedClone.checkOut(source, folder);
    BuildCache.remove(scratch);
    return missing;
  }

  private void write(String file, String text) throws IOException {
    Path path = repository.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static void init(Path folder) throws Exception {
    Files.createDirectories(folder);
    git(folder, "init", "-q", "-b", "main");
    git(folder, "config", "user.name", "T");
    git(folder, "config", "user.email", "t@example.org");
  }

  private static void commit(Path folder, String message) throws Exception {
    git(folder, "add", "--all");
    git(folder, "commit", "-q", "-m", message);
  }

  private static String git(Path folder, String... arguments) throws Exception {
    return new Git(folder).tell(arguments);
  }
}
