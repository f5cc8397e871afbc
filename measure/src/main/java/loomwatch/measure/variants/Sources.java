package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.results.NearestName;
import loomwatch.results.files.Sha256;

/**
 * Finds source code by git revision. The working tree is made a tree of git's too, with an index
 * and objects of its own beside the repository's, so that nothing in the repository changes and an
 * edit made meanwhile is either wholly in or wholly out.
 */
final class Sources {
  /** How the SPEC of a variant names what is not committed. */
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
     * @throws VariantException when there is nothing to build in it
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
   * @throws VariantException when there is no repository, no such revision, or nothing to build in
   *     it
   */
  Source find(String ref) throws IOException, InterruptedException {
    Source known = found.get(ref);
    if (known == null) {
      requireRepository();
      known = ref.equals(WORKING_TREE) ? workingTree() : revision(ref);
      // Both variants' working tree is one, though somebody may be editing.
      found.put(ref, known);
    }
    return known;
  }

  private void requireRepository() throws IOException, InterruptedException {
    Git.Answer inside;
    try {
      inside = git.ask("rev-parse", "--is-inside-work-tree");
    } catch (IOException noGit) {
      throw new VariantException(
          "git must be installed to find the revisions of a comparison, was not: "
              + noGit.getMessage());
    }
    if (!inside.worked()) {
      throw new VariantException(
          """
          %s must be a git repository, was none; git says: %s
            Variants are built from git revisions: clone Loomwatch with git instead of unpacking it.\
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
      throw new VariantException(
          "submodules must have nothing but commits to be built from the working tree, %s had changes; commit them there"
              .formatted(String.join(", ", dirty)));
    }
  }

  static VariantException unknown(Git git, String ref, String gitSays)
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
    return new VariantException(
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
      throw new VariantException(
          """
          git must be able to read the working tree of %s, was not; git says: %s
            List in .gitignore what is no part of the sources, or commit in the repository within.\
          """
              .formatted(git.root(), added.err()));
    }
    return contents.source(WORKING_TREE, Revision.of(git.root()), aside.tell("write-tree"), aside);
  }

  /**
   * Source code that can be checked out and built.
   *
   * @param revision the commit, and whether this is that commit's working tree with changes
   * @param tree git's id of all its files
   * @param content a hash of what the build of a service reads of them
   * @param tomcat the version its pom.xml names
   */
  record Source(
      String named, Revision revision, String tree, String content, String tomcat, Git git) {

    String shown() {
      String commit =
          revision.commit().substring(0, Math.min(10, revision.commit().length()))
              + (revision.dirty() ? " with changes" : "");
      return revision.commit().startsWith(named) ? commit : named + " (" + commit + ")";
    }
  }

  /** A revision of Loomwatch itself: its server and its JMH suite. */
  static final class OwnContents implements Sources.Contents {
    /**
     * What the build of the server and of the JMH suite reads. Only these two modules depend on
     * nothing else of ours, which a test of the layers holds them to.
     */
    private static final List<String> INPUTS =
        List.of(".gitattributes", ".mvn", "jmh", "pom.xml", "server");

    /**
     * A module's own tests, deeper down a folder of that name may be anything; and the load, which
     * is no part of what is loaded.
     */
    private static final Pattern UNREAD =
        Pattern.compile("\t(?:[^/]+/src/test/|server/loomwatch\\.yaml$)");

    private static final Pattern TOMCAT =
        Pattern.compile("<tomcat\\.version>\\s*([^<\\s]+)\\s*</tomcat\\.version>");

    @Override
    public List<String> inputs() {
      return INPUTS;
    }

    @Override
    public Source source(String named, Revision revision, String tree, Git git)
        throws IOException, InterruptedException {
      List<String> list = new ArrayList<>(List.of("ls-tree", "-r", "-z", tree, "--"));
      list.addAll(INPUTS);
      // Lines of mode, type and id, then a tab and the path.
      Map<String, String> files =
          Stream.of(git.tell(list.toArray(String[]::new)).split("\0"))
              .filter(line -> line.contains("\t") && !UNREAD.matcher(line).find())
              .collect(
                  Collectors.toMap(
                      line -> line.substring(line.indexOf('\t') + 1),
                      line -> line.substring(0, line.indexOf('\t')),
                      (one, other) -> one,
                      TreeMap::new));
      for (String needed : List.of("pom.xml", "server/pom.xml", "jmh/pom.xml")) {
        if (!files.containsKey(needed)) {
          throw new VariantException(
              "ref must name a revision of Loomwatch with the modules server and jmh, was %s, which"
                      .formatted(named)
                  + " holds no "
                  + needed);
        }
      }
      String pom =
          git.tell("cat-file", "blob", files.getOrDefault("pom.xml", "").replaceFirst(".* ", ""));
      return new Source(
          named, revision, tree, Sha256.hex(files.toString()), tomcat(named, pom), git);
    }

    private static String tomcat(String named, String pom) {
      Matcher version = TOMCAT.matcher(pom);
      if (!version.find()) {
        throw new VariantException(
            "pom.xml of %s must name a tomcat.version, does not; name one with tomcat="
                .formatted(named));
      }
      return version.group(1);
    }
  }

  /**
   * A revision of a team's repository. What a build of one folder reads of the others nobody knows:
   * all of the tree counts.
   *
   * @param prefix the service's folder within the repository, ending in a slash; empty for its root
   */
  record ServiceContents(String prefix) implements Sources.Contents {
    @Override
    public List<String> inputs() {
      return List.of(".");
    }

    @Override
    public Source source(String named, Revision revision, String tree, Git git)
        throws IOException, InterruptedException {
      if (!prefix.isEmpty() && git.tell("ls-tree", "-d", tree, prefix).isEmpty()) {
        throw new VariantException(
            "ref must name a revision with the folder %s, was %s, which has none"
                .formatted(prefix, named));
      }
      return new Source(named, revision, tree, tree, "none", git);
    }
  }
}
