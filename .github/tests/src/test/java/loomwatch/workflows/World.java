package loomwatch.workflows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that a workflow meets, made for a test: a repository "on GitHub" with this checkout's
 * workflows and the little else they need, and a script in Maven's place, which "builds" what this
 * checkout was built to.
 */
final class World {
  static final String NAME = "acme/shop";
  private static final String MAVEN =
      """
      #!/bin/sh
      for module in server jmh harness; do
        if [ -d $module ]; then
          mkdir -p $module/target
          cp -r %1$s/$module/target/app $module/target/app
        fi
      done
      jar=$PWD/server/target/app/mark.jar
      (cd server/src/main/java && python3 -m zipfile -c $jar loomwatch)
      """;

  final Path directory;
  final Path remote;
  private final Path work;
  private final Map<String, String> environment;

  World(Path directory) throws IOException, InterruptedException {
    this.directory = directory.toRealPath();
    remote = this.directory.resolve("remote.git");
    work = Files.createDirectories(this.directory.resolve("work"));
    Files.createDirectories(this.directory.resolve("artifacts"));
    environment = environment();
    script("mvn", MAVEN.formatted(Repository.ROOT));
    checkout();
    tell(
        this.directory,
        "cp",
        "-r",
        Repository.ROOT.resolve("gh-pages").toString(),
        work.toString());
    tell(this.directory, "git", "init", "--quiet", "--bare", "-b", "main", remote.toString());
    // As GitHub has it: pull requests' commits are there for the asking.
    tell(remote, "git", "config", "uploadpack.allowAnySHA1InWant", "true");
    tell(work, "git", "init", "--quiet", "-b", "main");
    tell(work, "git", "remote", "add", "origin", "https://github.com/" + NAME);
    commit("begin");
    push();
  }

  Path work() {
    return work;
  }

  /** The branch gh-pages there. */
  Pages pages() {
    return new Pages(this);
  }

  Path artifacts() {
    return directory.resolve("artifacts");
  }

  /** What a workflow's steps see, and git on the way to "GitHub". */
  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", directory.resolve("bin") + ":" + Tools.path());
    all.put("HOME", directory.toString());
    all.put("GIT_CONFIG_GLOBAL", "/dev/null");
    all.put("GIT_CONFIG_COUNT", "2");
    all.put("GIT_CONFIG_KEY_0", "url.file://" + remote + ".insteadOf");
    all.put("GIT_CONFIG_VALUE_0", "https://github.com/" + NAME);
    all.put("GIT_CONFIG_KEY_1", "url.file://" + directory.resolve("ours.git") + ".insteadOf");
    all.put("GIT_CONFIG_VALUE_1", "https://github.com/" + Team.OURS);
    all.put("GIT_AUTHOR_NAME", "T");
    all.put("GIT_AUTHOR_EMAIL", "t@example.org");
    all.put("GIT_COMMITTER_NAME", "T");
    all.put("GIT_COMMITTER_EMAIL", "t@example.org");
    all.put("LOOMWATCH_JDK", System.getProperty("java.home"));
    all.put("LOOMWATCH_TEST_STUBS", Repository.TESTS.resolve("stubs").toString());
    all.put("LOOMWATCH_TEST_ARTIFACTS", artifacts().toString());
    // The lock of measuring is there: other measurements on this machine are none of this test's.
    all.put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + directory);
    return all;
  }

  /** Puts a program before all others. */
  void script(String name, String text) throws IOException {
    Path file = Files.createDirectories(directory.resolve("bin")).resolve(name);
    executable(Files.writeString(file, text));
  }

  static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void checkout() throws IOException {
    for (String file :
        List.of(
            "loomwatch",
            "thresholds.yaml",
            ".gitignore",
            ".github/actions/git-as-bot",
            "container/jdks",
            "container/Dockerfile")) {
      Files.createDirectories(work.resolve(file).getParent());
      Files.copy(
          Repository.ROOT.resolve(file), work.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (Path definition : Repository.definitions()) {
      Path to = work.resolve(Repository.ROOT.relativize(definition));
      Files.createDirectories(to.getParent());
      Files.copy(definition, to);
    }
    write("pom.xml", "<project><tomcat.version>11.0.25</tomcat.version></project>\n");
    write(".mvn/maven.config", "");
    for (String module : List.of("server", "jmh", "harness")) {
      write(module + "/pom.xml", "<project/>\n");
      write(module + "/src/main/java/loomwatch/" + module + "/Mark.class", "1\n");
    }
  }

  /** Puts a script in the launcher's place, which is {@code loomwatch-itself} from now on. */
  void launching(String script) throws IOException {
    Files.move(work.resolve("loomwatch"), work.resolve("loomwatch-itself"));
    write("loomwatch", script);
    executable(work.resolve("loomwatch"));
  }

  /** Commits a launcher that measures in earnest, hello alone; for all else no JVM is started. */
  void measuringHello() throws IOException, InterruptedException {
    launching(
        """
        #!/bin/sh
        case $1 in
          run) exec ./loomwatch-itself "$@" --scenario hello ;;
          compare) exec ./loomwatch-itself "$@" ;;
        esac
        exec %s loomwatch "$@"
        """
            .formatted(StandIn.call()));
    commit("measure hello alone");
    push();
  }

  /** Puts a launcher there that says what it was to do; what is compared it says in earnest. */
  void comparingNothing() throws IOException {
    launching(
        """
        #!/bin/sh
        [ $1 != bump ] || exec %s loomwatch "$@"
        echo "loomwatch $*"
        [ $1 != compare ] || exit 4
        """
            .formatted(StandIn.call()));
  }

  /**
   * Commits a launcher that leaves a stand-in's records in the place of measured ones, at once; all
   * else is done in earnest, but for builds, summaries and the site. What requests cost is in the
   * file {@code cost}; a commit where that is no number cannot be measured.
   */
  void measuredByAStandIn() throws IOException, InterruptedException {
    write(
        "loomwatch",
        """
        #!/bin/sh
        case "$1 $2" in
          --version*|doctor*|report*) exit ;;
          site*) mkdir -p out/site && echo "The site is built: $LOOMWATCH_SERVICE $*" | tee -a out/site/index.html
            while [ $# -gt 1 ]; do [ "$1" != --out ] || { mkdir -p "$2" && touch "$2/index.html"; }; shift; done; exit ;;
          "study --quick") mkdir -p out/studied && cp %2$s/docs/studies/creation.json.gz out/studied && exit 1 ;;
          run*|compare*|past*|"calibrate --budget"*) exec %1$s stand-in "$@" ;;
          "publish issue"|"publish accepted") set -- "$@" --give-up-after 1 ;;
        esac
        exec %1$s loomwatch "$@"
        """
            .formatted(StandIn.call(), Repository.ROOT));
    write("cost", "1\n");
    commit("let a stand-in measure");
    push();
  }

  /** Commits what requests cost. */
  String costing(String cost) throws IOException, InterruptedException {
    write("cost", cost + "\n");
    return commit("cost " + cost);
  }

  /** Makes main what it is here. */
  void push() throws IOException, InterruptedException {
    tell(work, "git", "push", "--quiet", "origin", "main");
  }

  /** Changes a file of the working tree. */
  void write(String file, String text) throws IOException {
    Path path = work.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Commits all that changed, and returns its name. */
  String commit(String message) throws IOException, InterruptedException {
    tell(work, "git", "add", "--all");
    tell(work, "git", "commit", "--quiet", "--allow-empty", "-m", message);
    return head();
  }

  /** Commits that so many days ago. */
  String commitOf(int daysAgo) throws IOException, InterruptedException {
    commitOf(work, daysAgo);
    return head();
  }

  void commitOf(Path checkout, int daysAgo) throws IOException, InterruptedException {
    Map<String, String> then = environment();
    then.put(
        "GIT_COMMITTER_DATE",
        Instant.now().minus(daysAgo, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString());
    String message = daysAgo + " days ago";
    Tools.tell(checkout, then, "git", "commit", "--quiet", "--allow-empty", "-m", message);
  }

  String head() throws IOException, InterruptedException {
    return tell(work, "git", "rev-parse", "HEAD");
  }

  /**
   * A pull request that changes one file: its head is known to "GitHub", on no branch, as a fork's
   * is; the working tree is main's again.
   */
  String pullRequest(int number, String file, String text)
      throws IOException, InterruptedException {
    tell(work, "git", "checkout", "--quiet", "--detach");
    write(file, text);
    String head = commit("change " + file);
    tell(work, "git", "push", "--quiet", "origin", "HEAD:refs/pull/" + number + "/head");
    tell(work, "git", "checkout", "--quiet", "main");
    return head;
  }

  String tell(Path where, String... command) throws IOException, InterruptedException {
    return Tools.tell(where, environment, command);
  }

  /** As another run of a workflow does, which sees its own only. */
  void forgetArtifacts() throws IOException, InterruptedException {
    tell(directory, "rm", "-rf", artifacts().toString());
    Files.createDirectories(artifacts());
  }

  /** Names of what a job before left. */
  List<String> artifactNames() throws IOException {
    try (Stream<Path> files = Files.list(artifacts())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
