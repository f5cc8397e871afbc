package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.variants.Sources.Source;

/**
 * A checkout of a source, in a folder of its own, with a repository that borrows the objects of the
 * user's. To a build it is what the user's checkout would be at that commit: it has {@code .git},
 * tags, attributes, submodules and, where git-lfs is installed, large files. In the user's
 * repository nothing changes, so that a build that is killed leaves nothing there.
 */
final class SharedClone {
  /** What of the repository's own configuration decides how files are checked out. */
  private static final Pattern CONFIGURATION =
      Pattern.compile(
          "(core[.](autocrlf|eol|symlinks|filemode|longpaths|precomposeunicode)|(filter|lfs|remote)[.].*)");

  private static final String SUBMODULE = "160000 ";

  /** The user's. */
  private final Git theirs;

  private final Path folder;
  private final Git ours;

  private SharedClone(Git theirs, Path folder) {
    this.theirs = theirs;
    this.folder = folder;
    this.ours = new Git(folder);
  }

  /**
   * Checks it out.
   *
   * @return its submodules, by path, of which the user's checkout has no copy: they are left empty,
   *     as there
   * @throws VariantException with git's words when it cannot, as on a full disk
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
   * @param commit that is current afterwards; empty where nothing was committed yet
   * @param within path of this repository in that of the source, ending in a slash
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

  /** Of a partial clone, which alone knows how to reach those who have the rest. */
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
      // Those of the working tree, which are gone before the build is.
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
    // Each entry is a name, a line's end and a value.
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

  /** Where the user has a submodule's repository, if anywhere: under its name, wherever it lay. */
  private Path submodule(String tree, String path) throws IOException, InterruptedException {
    Path modules = theirs.inGitDirectory("modules");
    // Lines of "submodule.NAME.path PATH".
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
