package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import loomwatch.results.NearestName;

/**
 * Finds source code by git revision. The working tree is made a tree of git's too, with an index
 * and objects of its own beside the repository's, so that nothing in the repository changes and an
 * edit made meanwhile is either wholly in or wholly out.
 */
final class Sources {
  /** How the SPEC of an arm names what is not committed. */
  static final String WORKING_TREE = ".";

  private static final int MOST_BRANCHES = 5;

  private static final Pattern DIRTY_SUBMODULE = Pattern.compile("^1 .. S.(M.|.U) ");

  /** What of a tree is built. */
  interface Contents {
    /** The files and folders that are read, from the root of the repository. */
    List<String> inputs();

    /**
     * What is built of a tree.
     *
     * @param named as the SPEC named it
     * @throws ArmException when there is nothing to build in it
     */
    Source source(String named, Revision revision, String tree, Git git)
        throws IOException, InterruptedException;
  }

  private final Git git;
  private final Path scratch;
  private final Contents contents;
  private final Map<String, Source> found = new HashMap<>();

  /** Uses {@code scratch} for the working tree's objects as long as its sources are in use. */
  Sources(Git git, Path scratch, Contents contents) {
    this.git = git;
    this.scratch = scratch;
    this.contents = contents;
  }

  /**
   * Finds it.
   *
   * @throws ArmException when there is no repository, no such revision, or nothing to build in it
   */
  Source find(String ref) throws IOException, InterruptedException {
    Source known = found.get(ref);
    if (known == null) {
      requireRepository();
      known = ref.equals(WORKING_TREE) ? workingTree() : revision(ref);
      // Both arms' working tree is one, though somebody may be editing.
      found.put(ref, known);
    }
    return known;
  }

  private void requireRepository() throws IOException, InterruptedException {
    Git.Answer inside;
    try {
      inside = git.ask("rev-parse", "--is-inside-work-tree");
    } catch (IOException noGit) {
      throw new ArmException(
          "git must be installed to find the revisions of a comparison, was not: "
              + noGit.getMessage());
    }
    if (!inside.worked()) {
      throw new ArmException(
          """
          %s must be a git repository, was none; git says: %s
            Arms are built from git revisions: clone Loomwatch with git instead of unpacking it.\
          """
              .formatted(git.root(), inside.err()));
    }
  }

  private Source revision(String ref) throws IOException, InterruptedException {
    Git.Answer commit = git.ask("rev-parse", "--verify", ref + "^{commit}");
    if (!commit.worked()) {
      throw unknown(git, ref, commit.err());
    }
    String tree = git.tell("rev-parse", "--verify", commit.out() + "^{tree}");
    return contents.source(ref, new Revision(commit.out(), false), tree, git);
  }

  /** What is not committed in a submodule is in no tree of this repository. */
  private void requireCleanSubmodules() throws IOException, InterruptedException {
    // Lines of "1 XY SUB …", where SUB is S, then C, M or U, or dots in their places.
    List<String> dirty =
        git.tell("status", "--porcelain=v2", "--ignore-submodules=none")
            .lines()
            .filter(line -> DIRTY_SUBMODULE.matcher(line).find())
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .toList();
    if (!dirty.isEmpty()) {
      throw new ArmException(
          "submodules must have nothing but commits to be built from the working tree, %s had changes; commit them there"
              .formatted(String.join(", ", dirty)));
    }
  }

  /** What is said of a name that git does not know. */
  static ArmException unknown(Git git, String ref, String gitSays)
      throws IOException, InterruptedException {
    List<String> branches =
        git.tell(
                "for-each-ref",
                "--format=%(refname:short)",
                "refs/heads",
                "refs/remotes",
                "refs/tags")
            .lines()
            .toList();
    boolean shallow = git.ask("rev-parse", "--is-shallow-repository").out().equals("true");
    return new ArmException(
        """
        ref must be a git revision known in %s, was "%s"; git says: %s
          %s
          If it is elsewhere: git fetch%s\
        """
            .formatted(
                git.root(),
                ref,
                gitSays,
                branches.isEmpty()
                    ? "There is no branch and no tag here."
                    : "Nearest branches and tags: "
                        + String.join(", ", NearestName.nearest(ref, branches, MOST_BRANCHES)),
                shallow ? " --unshallow (this clone's history is cut short)" : ""));
  }

  private Source workingTree() throws IOException, InterruptedException {
    Path objects = Files.createDirectories(scratch.resolve("objects"));
    Path index = scratch.resolve("index");
    Path current = git.inGitDirectory("index");
    if (Files.exists(current)) {
      // With its time, by which git knows which files may have changed within the same second.
      Files.copy(
          current, index, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
    requireCleanSubmodules();
    Git aside = git.aside(index, objects);
    aside.tell("add", "--update", "--", ".");
    List<String> add = new ArrayList<>(List.of("add", "--all"));
    if (git.ask("config", "--bool", "core.sparseCheckout").out().equals("true")) {
      add.add("--sparse");
    }
    add.add("--");
    contents.inputs().stream()
        .filter(input -> Files.exists(git.root().resolve(input)))
        .forEach(add::add);
    Git.Answer added = aside.ask(add.toArray(String[]::new));
    if (!added.worked()) {
      throw new ArmException(
          """
          git must be able to read the working tree of %s, was not; git says: %s
            List in .gitignore what is no part of the sources, or commit in the repository within.\
          """
              .formatted(git.root(), added.err()));
    }
    return contents.source(WORKING_TREE, Revision.of(git), aside.tell("write-tree"), aside);
  }
}
