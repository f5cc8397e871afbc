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
 * Finds source code by git revision, of the demo server or of a team's service. The working tree
 * becomes a git tree too, with an index and objects outside the repository, so that the repository
 * does not change and a concurrent edit is included wholly or not at all.
 */
final class Sources {
  /** The name of the working tree in a SPEC. */
  static final String WORKING_TREE = ".";

  private static final int MOST_BRANCHES = 5;

  private static final Pattern DIRTY_SUBMODULE = Pattern.compile("^1 .. S.(M.|.U) ");

  /** All that builds of the demo server and the JMH suite read: they use no other module. */
  private static final List<String> SHIPPED =
      List.of(".gitattributes", ".mvn", "jmh", "pom.xml", "server");

  /** A module's own tests, and the demo server's load, which its build does not read. */
  private static final Pattern UNREAD =
      Pattern.compile("\t(?:[^/]+/src/test/|server/loomwatch\\.yaml$)");

  /** Accepts only characters that a shell does not interpret. */
  private static final Pattern TOMCAT =
      Pattern.compile("<tomcat\\.version>\\s*([\\w.-]+)\\s*</tomcat\\.version>");

  private final Git git;
  private final String prefix;
  private final Path scratch;
  private final boolean shipped;
  private final Map<String, Source> found = new HashMap<>();

  private Sources(Git git, String prefix, Path scratch, boolean shipped) {
    this.git = git;
    this.prefix = prefix;
    this.scratch = scratch;
    this.shipped = shipped;
  }

  /**
   * Opens the repository of a folder.
   *
   * @param scratch holds the working tree's objects while its sources are in use
   * @param shipped whether they are Loomwatch's own, of which two modules are built
   * @throws VariantException without a repository
   */
  static Sources of(Path folder, Path scratch, boolean shipped)
      throws IOException, InterruptedException {
    Git git = new Git(folder);
    Git.Answer top;
    try {
      top = git.ask("rev-parse", "--show-toplevel");
    } catch (IOException noGit) {
      throw new VariantException(
          "git must be installed to find the revisions of a comparison, was not: "
              + noGit.getMessage());
    }
    if (!top.worked()) {
      throw new VariantException(
          """
          %s must lie in a git repository, did not; git says: %s
            Variants are built from git revisions: clone the repository instead of unpacking it.\
          """
              .formatted(folder, top.err()));
    }
    String prefix = git.tell("rev-parse", "--show-prefix");
    return new Sources(new Git(Path.of(top.out())), prefix, scratch, shipped);
  }

  String prefix() {
    return prefix;
  }

  Source find(String ref) throws IOException, InterruptedException {
    Source known = found.get(ref);
    if (known == null) {
      known = ref.equals(WORKING_TREE) ? workingTree() : revision(ref);
      // Both variants get the same working tree, even if it is edited meanwhile.
      found.put(ref, known);
    }
    return known;
  }

  private Source revision(String ref) throws IOException, InterruptedException {
    Git.Answer commit = git.ask("rev-parse", "--verify", ref + "^{commit}");
    if (!commit.worked()) {
      throw unknown(git, ref, commit.err());
    }
    String tree = git.tell("rev-parse", "--verify", commit.out() + "^{tree}");
    return source(ref, new Revision(commit.out(), false), tree, git);
  }

  private void requireCleanSubmodules() throws IOException, InterruptedException {
    // Lines are "1 XY SUB …", where SUB is S, then C, M or U, or dots in their places.
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
      // The copy keeps the time, by which git detects files that changed within the same second.
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
    (shipped ? SHIPPED : List.of("."))
        .stream().filter(input -> Files.exists(git.root().resolve(input))).forEach(add::add);
    Git.Answer added = aside.ask(add.toArray(String[]::new));
    if (!added.worked()) {
      throw new VariantException(
          """
          git must be able to read the working tree of %s, was not; git says: %s
            List in .gitignore what is no part of the sources, or commit in the repository within.\
          """
              .formatted(git.root(), added.err()));
    }
    return source(WORKING_TREE, Revision.of(git.root()), aside.tell("write-tree"), aside);
  }

  /**
   * Source code that can be checked out and built.
   *
   * @param revision the commit, and whether this is its working tree with changes
   * @param tree git's id of all its files
   * @param content a hash of what the build reads of them
   * @param tomcat the version in its pom.xml, for the demo server
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

  private Source source(String named, Revision revision, String tree, Git in)
      throws IOException, InterruptedException {
    if (shipped) {
      return shipped(named, revision, tree, in);
    }
    if (!prefix.isEmpty() && in.tell("ls-tree", "-d", tree, prefix).isEmpty()) {
      throw new VariantException(
          "ref must name a revision with the folder %s, was %s, which has none"
              .formatted(prefix, named));
    }
    // A build may read files outside its folder, so the whole tree counts.
    return new Source(named, revision, tree, tree, "none", in);
  }

  private static Source shipped(String named, Revision revision, String tree, Git git)
      throws IOException, InterruptedException {
    List<String> list = new ArrayList<>(List.of("ls-tree", "-r", "-z", tree, "--"));
    list.addAll(SHIPPED);
    // Lines have mode, type and id, then a tab and the path.
    Map<String, String> files = new TreeMap<>();
    for (String line : git.tell(list.toArray(String[]::new)).split("\0")) {
      int tab = line.indexOf('\t');
      if (tab >= 0 && !UNREAD.matcher(line).find()) {
        files.put(line.substring(tab + 1), line.substring(0, tab));
      }
    }
    for (String needed : List.of("pom.xml", "server/pom.xml", "jmh/pom.xml")) {
      if (!files.containsKey(needed)) {
        throw new VariantException(
            "ref must name a revision of Loomwatch with the modules server and jmh, was %s, which holds no %s"
                .formatted(named, needed));
      }
    }
    String pom =
        git.tell("cat-file", "blob", files.getOrDefault("pom.xml", "").replaceFirst(".* ", ""));
    Matcher version = TOMCAT.matcher(pom);
    if (!version.find()) {
      throw new VariantException(
          "pom.xml of %s must name a tomcat.version, does not; name one with tomcat="
              .formatted(named));
    }
    return new Source(named, revision, tree, Sha256.hex(files.toString()), version.group(1), git);
  }

  /**
   * A checkout of a source in a folder of its own, with a repository that borrows the user's
   * objects. A build finds the same as in the user's checkout: {@code .git}, tags, attributes,
   * submodules and, with git-lfs, large files. The user's repository does not change, even if a
   * build is killed.
   */
  static final class SharedClone {
    /** Settings of the repository that affect how files are checked out. */
    private static final Pattern CONFIGURATION =
        Pattern.compile(
            "(core[.](autocrlf|eol|symlinks|filemode|longpaths|precomposeunicode)|(filter|lfs|remote)[.].*)");

    private static final String SUBMODULE = "160000 ";

    private final Git theirs;

    private final Path folder;
    private final Git ours;

    private SharedClone(Git theirs, Path folder) {
      this.theirs = theirs;
      this.folder = folder;
      this.ours = new Git(folder);
    }

    /**
     * Checks a source out.
     *
     * @return paths of submodules that the user's checkout has no copy of; they are left empty
     * @throws VariantException with git's message if it fails, as on a full disk
     */
    static List<String> checkOut(Source source, Path folder)
        throws IOException, InterruptedException {
      List<String> missing = new ArrayList<>();
      String commit = source.revision().known() ? source.revision().commit() : "";
      new SharedClone(source.git(), Files.createDirectories(folder))
          .checkOut(commit, source.tree(), "", missing);
      return missing;
    }

    /**
     * Checks a tree out.
     *
     * @param commit that is current afterwards; empty if there is none yet
     * @param within path of this repository in that of the source, with a final slash
     */
    private void checkOut(String commit, String tree, String within, List<String> missing)
        throws IOException, InterruptedException {
      ours.tell(
          "init",
          "--quiet",
          "--template=",
          "--object-format=" + theirs.tell("rev-parse", "--show-object-format"));
      shareObjects();
      copy("shallow");
      copy("info/attributes");
      configure();
      String refs = theirs.tell("for-each-ref", "--format=%(objectname) %(refname)");
      if (!refs.isEmpty()) {
        Files.writeString(gitDirectory().resolve("packed-refs"), refs + "\n");
      }
      fetchMissing(tree);
      if (!commit.isEmpty()) {
        ours.tell("update-ref", "--no-deref", "HEAD", commit);
      }
      ours.tell("read-tree", "--reset", "-u", tree);
      checkOutSubmodules(tree, within, missing);
    }

    /** Fetches missing objects of a partial clone, as only that clone knows its remotes. */
    private void fetchMissing(String tree) throws IOException, InterruptedException {
      if (theirs.ask("config", "--get-regexp", "^remote[.].*[.]promisor$").worked()) {
        theirs.tell("archive", "--format=tar", "--output=/dev/null", tree);
      }
    }

    private Path gitDirectory() {
      return folder.resolve(".git");
    }

    private void shareObjects() throws IOException, InterruptedException {
      Path objects = gitDirectory().resolve("objects");
      Files.writeString(
          Files.createDirectories(objects.resolve("info")).resolve("alternates"),
          theirs.inGitDirectory("objects") + "\n");
      if (theirs.objects().isPresent()) {
        // The working tree's objects are removed before the build ends, so they are copied.
        Path aside = theirs.objects().get();
        try (Stream<Path> files = Files.walk(aside)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Path copy = objects.resolve(aside.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
          }
        }
      }
    }

    private void copy(String file) throws IOException, InterruptedException {
      Path original = theirs.inGitDirectory(file);
      if (Files.isRegularFile(original)) {
        Path copy = gitDirectory().resolve(file);
        Files.createDirectories(copy.getParent());
        Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }

    private void configure() throws IOException, InterruptedException {
      // Each entry is a name, a line break and a value.
      for (String entry : theirs.ask("config", "--local", "--list", "-z").out().split("\0")) {
        String[] parts = entry.split("\n", 2);
        if (parts.length == 2 && CONFIGURATION.matcher(parts[0]).matches()) {
          ours.tell("config", "--add", parts[0], parts[1]);
        }
      }
      Path large = theirs.inGitDirectory("lfs");
      if (Files.isDirectory(large)) {
        ours.tell("config", "lfs.storage", large.toString());
      }
    }

    private void checkOutSubmodules(String tree, String within, List<String> missing)
        throws IOException, InterruptedException {
      TreeMap<String, String> commits =
          Stream.of(theirs.tell("ls-tree", "-r", "-z", tree).split("\0"))
              .filter(line -> line.startsWith(SUBMODULE))
              .collect(
                  Collectors.toMap(
                      line -> line.substring(line.indexOf('\t') + 1),
                      line -> line.split("[ \t]")[2],
                      (one, other) -> one,
                      TreeMap::new));
      for (String path : commits.keySet()) {
        String commit = commits.get(path);
        Path repository = submodule(tree, path);
        Git git = new Git(repository);
        if (Files.isDirectory(repository)
            && git.ask("cat-file", "-e", commit + "^{commit}").worked()) {
          new SharedClone(git, Files.createDirectories(folder.resolve(path)))
              .checkOut(
                  commit,
                  git.tell("rev-parse", "--verify", commit + "^{tree}"),
                  within + path + "/",
                  missing);
        } else {
          missing.add(within + path);
        }
      }
    }

    /** Returns the user's repository of a submodule, which is stored under its name. */
    private Path submodule(String tree, String path) throws IOException, InterruptedException {
      Path modules = theirs.inGitDirectory("modules");
      // Lines are "submodule.NAME.path PATH".
      String listed =
          theirs
              .ask(
                  "config",
                  "--blob",
                  tree + ":.gitmodules",
                  "--get-regexp",
                  "^submodule[.].*[.]path$")
              .out();
      return listed
          .lines()
          .filter(line -> line.endsWith(".path " + path))
          .map(line -> line.substring("submodule.".length(), line.length() - path.length() - 6))
          .map(name -> modules.resolve(name).normalize())
          .filter(repository -> repository.startsWith(modules) && Files.isDirectory(repository))
          .findFirst()
          .orElseGet(() -> theirs.root().resolve(path));
    }
  }
}
