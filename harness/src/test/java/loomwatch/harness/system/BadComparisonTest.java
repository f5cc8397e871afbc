package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons that cannot be made, and one that is stopped: in one checkout, built once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadComparisonTest {
  private Path directory;
  private SmallCheckout checkout;
  private Loomwatch loomwatch;
  private EarlierRecord earlier;

  @BeforeAll
  void begin(@TempDir Path temporary) throws Exception {
    directory = temporary.toRealPath();
    checkout = new SmallCheckout(directory);
    loomwatch = checkout.loomwatch(directory);
    earlier = EarlierRecord.in(loomwatch.out());
  }

  @AfterEach
  void nothingIsLost() throws Exception {
    earlier.assertIntact();
    checkout.mark("server", "1");
    checkout.mark("jmh", "1");
  }

  @Test
  void compare_misspeltKey_exits64WithACaret() throws Exception {
    assertRefused(
        """
        loomwatch: --head:7: key must be one of those known, was "tomact"; did you mean 'tomcat'?\
         Known: ref, tomcat, jdk, boot, dep, flags, fault, url
          ref=.,tomact=10.1.59
                ^
          an example: 'ref=main,tomcat=10.1.59,jdk=25,flags=-XX:+UseZGC -Xmx1g,fault=cpu:10%'
        """,
        "--base", "ref=main", "--head", "ref=.,tomact=10.1.59");
  }

  @Test
  void compare_unknownRevision_exits65WithTheNearestNames() throws Exception {
    Loomwatch.Ended ended = loomwatch.call(arguments("--base", "ref=maim", "--head", "ref=."));

    assertThat(ended.err())
        .isEqualTo(
            """
            loomwatch: base: ref must be a git revision known in %s, was "maim"; git says: fatal: Needed\
             a single revision
              Nearest branches and tags: main
              If it is elsewhere: git fetch
            """
                .formatted(checkout.root));
    assertThat(ended.exitCode()).isEqualTo(65);
    assertLeavesNothing();
  }

  @Test
  void compare_variantThatDoesNotCompile_exits65WithTheCompilersWords() throws Exception {
    checkout.mark("server", "BROKEN");

    Loomwatch.Ended ended = compare("--base", "ref=main", "--head", "ref=.");

    assertThat(ended.err())
        .matches(
            """
            (?s)loomwatch: base: main .*\
            loomwatch: head: the build of the server that ships \\(.*\\) must end with 0, ended with 1; it says:
                \\[ERROR\\] COMPILATION ERROR :\\s
                \\[ERROR\\] server/src/main/java/loomwatch/server/Mark.class:\\[3,5\\] cannot find symbol
                  symbol:   class BROKEN
              It was built with JDK .*\\.
              The whole log is %s/variants/\\w{20}\\.log
            """
                .formatted(loomwatch.out()));
    assertThat(ended.exitCode()).isEqualTo(65);
    assertLeavesNothing();
  }

  @Test
  void compare_sameServiceNotOnPurpose_exits4() throws Exception {
    Loomwatch.Ended ended = compare("--base", "ref=main", "--head", "ref=.");

    assertThat(ended.err())
        .endsWith(
            "\nloomwatch: --base and --head are the same service: the same classes, Tomcat, JDK,"
                + " flags and fault; --aa compares it with itself, to see this machine's"
                + " noise\n");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertLeavesNothing();
  }

  @Test
  void compare_differentServicesSaidToBeTheSame_exits64() throws Exception {
    Loomwatch.Ended ended =
        compare("--base", "ref=main", "--head", "ref=main,fault=cpu:5%", "--aa");

    assertThat(ended.err())
        .endsWith(
            "\nloomwatch: --aa says that --base and --head are the same service, but they differ;"
                + " leave it out to compare them\n");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertLeavesNothing();
  }

  @Test
  void compare_budgetTooSmallForOneLook_exits64AndSaysWhatItNeeds() throws Exception {
    assertRefused(
        "loomwatch: budget 10s is too small for one interim analysis: 3 rounds of about 19 s each need 87s;"
            + " give more, or fewer scenarios or benchmarks\n",
        "--base",
        "ref=main",
        "--head",
        "ref=.",
        "--budget",
        "10s");
  }

  @Test
  void compare_budgetTooSmallForItsCapacities_exits64() throws Exception {
    Loomwatch.Ended ended =
        loomwatch.call(
            arguments("--base", "ref=main", "--head", "ref=.", "--budget", "2m", "--capacity"));

    assertThat(ended.err()).contains("3 rounds of about 56 s each");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertLeavesNothing();
  }

  @Test
  void compare_namedScenarioWhereTheSuiteAloneMoved_exits4() throws Exception {
    checkout.mark("jmh", "2");

    Loomwatch.Ended ended = compare("--base", "ref=main", "--head", "ref=.");

    assertThat(ended.err()).contains("nothing is left to measure. ");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertLeavesNothing();
  }

  @Test
  void compare_killedWhileBuilding_endsTheBuildAndTheNextTidiesUp() throws Exception {
    checkout.mark("server", "ENDLESS");
    Process comparison = start("--base", "ref=.", "--head", "ref=main");
    Path pid = directory.resolve("pid");
    Loomwatch.await("the build runs", () -> Files.exists(pid) || !comparison.isAlive());
    long build = Long.parseLong(Files.readString(pid).strip());

    Loomwatch.signal("KILL", comparison.pid());

    assertThat(loomwatch.end(comparison).exitCode()).isEqualTo(137);
    Loomwatch.await("the build is gone", () -> !Loomwatch.alive(build));
    assertThat(working()).isNotEmpty();

    checkout.mark("server", "1");
    Loomwatch.Ended next = compare("--base", "ref=.", "--head", "ref=main");
    assertThat(next.exitCode()).as(next.err()).isEqualTo(4);
    assertThat(next.err()).contains("are the same service");
    assertThat(working()).isEmpty();
  }

  private Process start(String... variants) throws Exception {
    return loomwatch.start(arguments(variants));
  }

  private Loomwatch.Ended compare(String... variants) throws Exception {
    return loomwatch.end(start(variants));
  }

  private String[] arguments(String... variants) {
    String first =
        "compare --profile trial --rate 500 --scenario hello --mode virtual --out " + run();
    return Stream.concat(Stream.of(first.split(" ")), Stream.of(variants)).toArray(String[]::new);
  }

  /** Before anything is started. */
  private void assertRefused(String message, String... variants) {
    Loomwatch.Ended ended = loomwatch.call(arguments(variants));

    assertThat(ended.err()).isEqualTo(message);
    assertThat(ended.exitCode()).isEqualTo(64);
    assertLeavesNothing();
  }

  private void assertLeavesNothing() {
    assertThat(run()).doesNotExist();
    assertThat(working()).isEmpty();
  }

  private Path run() {
    return directory.resolve("run");
  }

  /** Working directories of builds. */
  private List<String> working() {
    String[] names = loomwatch.out().resolve("variants").toFile().list();
    return names == null
        ? List.of()
        : List.of(names).stream().filter(name -> name.startsWith(".building")).toList();
  }
}
