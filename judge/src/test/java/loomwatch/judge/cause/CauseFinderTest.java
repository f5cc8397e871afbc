package loomwatch.judge.cause;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.Suspects.Lines;
import loomwatch.judge.cause.Suspects.SourceFiles;
import loomwatch.judge.cause.Suspects.Upgrade;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CauseFinderTest {
  static final String TOP = "java.lang.Thread.run org.apache.Worker.run ";
  private static final Cause.Versions TOMCATS = new Cause.Versions("11.0.22", "11.0.25");
  static final Suspects SOURCES =
      new Suspects(
          false,
          List.of(),
          List.of(),
          SourceFiles.among(
              List.of("src/main/java/shop/Shop.java", "src/main/java/shop/Json.java")),
          Map.of("src/main/java/shop/Shop.java", List.of(new Lines(40, 42))));
  private static final Map<String, Suspects> SUSPECTS =
      Map.of(
          "none",
          Suspects.NONE,
          "sources",
          SOURCES,
          "jdk",
          new Suspects(true, List.of(), List.of(), SourceFiles.NONE, Map.of()),
          "tomcat",
          suspects(
              false,
              new Upgrade(
                  List.of("org.apache."),
                  TOMCATS,
                  Set.of("org.apache.Output", "org.apache.Unseen"))),
          "java.util.HashMap",
          suspects(
              true,
              new Upgrade(
                  List.of(), new Cause.Versions("21.0.8", "25.0.3"), Set.of("java.util.HashMap"))));

  private final Launches allocating = new Launches(Resource.ALLOCATION, 1, 0.02);

  private static Suspects suspects(boolean jdk, Upgrade upgrade) {
    return new Suspects(jdk, List.of(), List.of(upgrade), SourceFiles.NONE, Map.of());
  }

  /** All callers grew by as much, and the JDK's method is anybody's. */
  @Test
  void find_oneMethodGrew_namesTheInnermostThatIsNotTheJdks() {
    allocating
        .with(TOP + "shop.Json.write java.util.Arrays.copyOf", 500, 1_300)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    Cause cause = only(find(Suspects.NONE));

    assertThat(cause.method()).isEqualTo("shop.Json.write");
    assertThat(cause.caller()).isEqualTo("org.apache.Worker.run");
    assertThat(cause.inside()).isEqualTo("java.util.Arrays.copyOf");
    assertThat(cause.metric()).isEqualTo(Metric.ALLOCATED_PER_REQUEST);
    assertThat(cause.head() - cause.base()).isCloseTo(800, within(100.0));
    assertThat(cause.change().low()).isLessThan(800).isGreaterThan(600);
    assertThat(cause.explainedPercent()).isGreaterThan(85);
    assertThat(requireNonNull(cause.explained()).low())
        .isLessThanOrEqualTo(requireNonNull(cause.explainedPercent()));
    assertThat(cause.file()).isEqualTo("shop/Json.java");
    assertThat(cause.changed()).isFalse();
  }

  /**
   * Stacks below a worker's with what base and head allocate in each, and the causes with their
   * caller, what grew inside, their line, whether they changed, and what moved the versions.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdk | shop.Json.write java.util.Arrays.copyOf 500 1300; shop.Shop.list 2000 2000 | java.util.Arrays.copyOf caller=shop.Json.write
          # What calls whatever it is told to says nothing of who told it.
          none | java.lang.invoke.Invokers$Holder.invokeExact_MT shop.Json.write 500 1300; shop.Shop.list 2000 2000 | shop.Json.write caller=null
          # The library did more because the line that calls it was changed.
          sources | shop.Shop.list:41 lib.Xml.write:7 lib.Xml.tag:9 0 700; shop.Shop.list:30 shop.Json.write:3 2000 2000 | shop.Shop.list file=src/main/java/shop/Shop.java line=41 changed=true inside=lib.Xml.tag
          # What is the same in both versions does more because of what differs.
          tomcat | org.apache.Output.header:41 org.apache.Bytes.of:7 0 700; shop.Json.write:3 2000 2000 | org.apache.Output.header inside=org.apache.Bytes.of changed=true versions=tomcat
          # Another JIT may make anything slower.
          java.util.HashMap | java.util.HashMap.put java.util.Arrays.copyOf 0 700; shop.Json.write 2000 2000 | java.util.Arrays.copyOf changed=false versions=null
          # As where a library's method was split.
          none | shop.Old.flush java.net.Socket.write 800 0; shop.New.flush java.net.Socket.write 0 800; shop.Json.write 100 400; shop.Shop.list 2000 2000 | shop.Json.write
          # The larger first, and no caller of both.
          none | shop.Shop.list shop.Json.write 100 900; shop.Shop.list shop.Log.line 100 500; shop.Shop.list 2000 2000 | shop.Json.write; shop.Log.line
          # Lines that merely moved are the same frames.
          none | shop.Shop.list:10 2000 0; shop.Shop.list:14 0 2000; shop.Shop.list:12 shop.Json.write:3 300 0; shop.Shop.list:16 shop.Json.write:3 0 1000 | shop.Json.write
          # An import above: what costs the same is a line further down, and was there before.
          sources | shop.Shop.list:30 java.util.Arrays.copyOf 500 0; shop.Shop.list:31 java.util.Arrays.copyOf 0 500; shop.Shop.list:41 java.util.Arrays.copyOf 0 300 | shop.Shop.list line=41
          # Neither is one that the change touches, and which of them is new, nobody knows.
          sources | shop.Shop.list:50 java.util.Arrays.copyOf 500 0; shop.Shop.list:51 java.util.Arrays.copyOf 0 500; shop.Shop.list:60 java.util.Arrays.copyOf 0 300 | shop.Shop.list line=null changed=true
          tomcat | org.apache.Output.header:41 500 0; org.apache.Output.header:43 0 800 | org.apache.Output.header line=null
          """)
  void find_growth_namesItsCauses(String suspects, String stacks, String expected) {
    for (String stack : stacks.split("; ")) {
      Matcher told = Pattern.compile("(.*) (\\d+) (\\d+)").matcher(stack);
      assertThat(told.matches()).as(stack).isTrue();
      allocating.with(
          TOP + told.group(1),
          Double.parseDouble(told.group(2)),
          Double.parseDouble(told.group(3)));
    }

    List<Cause> causes = find(requireNonNull(SUSPECTS.get(suspects))).causes();

    String[] each = expected.split("; ");
    assertThat(causes).hasSize(each.length);
    for (int i = 0; i < each.length; i++) {
      String[] facts = each[i].split(" ");
      assertThat(causes.get(i).method()).isEqualTo(facts[0]);
      assertThat(facts(causes.get(i))).containsAll(List.of(facts).subList(1, facts.length));
    }
  }

  private static List<String> facts(Cause cause) {
    return List.of(
        "caller=" + cause.caller(),
        "inside=" + cause.inside(),
        "file=" + cause.file(),
        "line=" + cause.line(),
        "changed=" + cause.changed(),
        "versions=" + (TOMCATS.equals(cause.versions()) ? "tomcat" : cause.versions()));
  }

  /** Behind a lock some launches wait three times as long as others, and all longer than base's. */
  @Test
  void find_growthThatVaries_isNamedIfAllLaunchesShowIt() {
    Launches waiting = new Launches(Resource.BLOCKING, 3, 0.6);
    waiting.with(TOP + "shop.Shop.list", 10, 10).with(TOP + "shop.Stock.of", 0, 2_000);

    Cause cause = only(find(waiting, Suspects.NONE));

    assertThat(cause.method()).isEqualTo("shop.Stock.of");
    assertThat(cause.change().low()).as("far from certain how much").isLessThan(1_000);
  }

  /** Base and head in turn: it takes more of base, by chance, than the method grew by. */
  @Test
  void find_jitStillCompiles_hidesNothing() {
    Launches computing = new Launches(Resource.CPU, 1, 0.02);
    computing
        .with(TOP + "shop.Json.write", 5, 13)
        .with(TOP + "shop.Shop.list", 20, 20)
        .compilingUntil(60, 10, 20, 15, 30, 45, 50, 20);

    assertThat(find(computing, Suspects.NONE).causes())
        .extracting(Cause::method)
        .containsExactly("shop.Json.write");
  }

  @Test
  void find_manySmallThingsBelowOneMethod_namesThatMethod() {
    for (int i = 0; i < 25; i++) {
      allocating.with(TOP + "shop.Json.write shop.Part" + i + ".write", 40, 60);
    }
    allocating.with(TOP + "shop.Shop.list", 2_000, 2_000);

    Cause cause = only(find(Suspects.NONE));

    assertThat(cause.method()).isEqualTo("shop.Json.write");
    assertThat(cause.explainedPercent()).isGreaterThan(80);
  }

  @Test
  void find_costThatMoved_namesNothing() {
    allocating
        .with(TOP + "shop.Json.write", 800, 0)
        .with(TOP + "shop.Text.write", 0, 800)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    CauseFindings found = find(Suspects.NONE);

    assertThat(found.causes()).isEmpty();
    assertThat(found.frames())
        .anySatisfy(frame -> {
          assertThat(frame.method()).isEqualTo("shop.Text.write");
          assertThat(frame.self().head()).isGreaterThan(700);
          assertThat(frame.p()).isLessThan(0.05);
        });
  }

  @Test
  void find_methodThatKeepsALittle_isNamedForThatAlone() {
    allocating
        .with(TOP + "shop.Shop.list:30 shop.Json.write:3", 1_200, 1_200)
        .with(TOP + "shop.Shop.list:41", 0, 30)
        .with(TOP + "shop.Shop.list:41 java.util.Queue.add", 0, 30);

    Cause cause = only(find(SOURCES));

    assertThat(cause.method()).isEqualTo("shop.Shop.list");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.base()).isZero();
    assertThat(cause.head()).isCloseTo(60, within(3.0));
  }

  /** Classes stand for stacks, and nobody's source is known for them. */
  @Test
  void find_moreIsLeftOnTheHeap_namesTheClass() {
    Launches leaking = new Launches(Resource.LIVE, 3, 0.01);
    leaking.with("byte[]", 400, 400).with("Basket$Item", 10, 200);

    Cause cause = only(find(leaking, SOURCES));

    assertThat(cause.method()).isEqualTo("Basket$Item");
    assertThat(cause.metric()).isEqualTo(Metric.LIVE_SET);
    assertThat(cause.head() - cause.base()).isCloseTo(1.9e6, within(1e5));
    assertThat(cause.file()).isEmpty();
  }

  /** Base asks for none at all, and head for the same number in each launch. */
  @Test
  void find_codeAsksForCollections_namesWhoAsks() {
    Launches asking = new Launches(Resource.COLLECTIONS, 3, 0);
    asking.with(TOP + "shop.Shop.list:41 java.lang.System.gc", 0, 0.0006);

    Cause cause = only(find(asking, SOURCES));

    assertThat(cause.method()).isEqualTo("shop.Shop.list");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.metric()).isEqualTo(Metric.COLLECTOR_CPU_PER_REQUEST);
    assertThat(cause.head()).isCloseTo(6, within(1e-9));
    assertThat(cause.explainedPercent()).isCloseTo(100, within(1e-9));
  }

  @Test
  void find_startTakesLonger_namesWhatTakesIt() {
    Launches starting = new Launches(Resource.START, 3, 0.01);
    starting.with(TOP + "shop.Shop.open", 1e-4, 1e-4).with(TOP + "shop.Shop.fill:41", 0, 3e-4);

    Cause cause = only(find(starting, SOURCES));

    assertThat(cause.method()).isEqualTo("shop.Shop.fill");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.metric()).isEqualTo(Metric.TIME_TO_READY);
    assertThat(cause.head()).isCloseTo(3, within(0.1));
  }

  @Test
  void find_profilersCostMuch_growthIsAsItWasMeasured() {
    Launches profiled = new Launches(Resource.CPU, 3, 0.01);
    profiled.with(TOP + "shop.Json.write", 0, 20e-6).with(TOP + "shop.Shop.list", 80e-6, 80e-6);

    Cause cause = only(find(profiled, Launches.regressed(10e-6, 20)));

    assertThat(cause.head() - cause.base()).isCloseTo(2e-6, within(0.1e-6));
    assertThat(cause.explainedPercent()).isGreaterThan(90);
  }

  /** What a benchmark's operation takes is in other units than what a request does. */
  @ParameterizedTest
  @CsvSource({
    "CPU,        TIME_PER_OPERATION,      1e-6",
    "ALLOCATION, ALLOCATED_PER_OPERATION, 1000"
  })
  void find_operationsGrew_isOfTheirMetric(Resource resource, Metric metric, double base) {
    Launches forks = new Launches(resource, 3, 0.01);
    forks.with("shop.Bench.hash shop.Shop.hash:41", base, 1.3 * base);

    Cause cause = only(find(forks, SOURCES, Launches.regressed(metric, base, 20)));

    assertThat(cause.metric()).isEqualTo(metric);
    assertThat(cause.method()).isEqualTo("shop.Shop.hash");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.head() - cause.base()).isCloseTo(0.2 * base, within(0.01 * base));
  }

  @Test
  void find_totalWithinItsNoise_givesNoShare() {
    Launches profiled = new Launches(Resource.CPU, 3, 0.01);
    profiled.with(TOP + "shop.Json.write", 0, 20e-6).with(TOP + "shop.Shop.list", 5e-3, 5e-3);

    Cause cause = only(find(profiled, Launches.regressed(10e-6, 20)));

    assertThat(cause.method()).isEqualTo("shop.Json.write");
    assertThat(cause.explainedPercent()).isNull();
    assertThat(cause.explained()).isNull();
  }

  @Test
  void find_sameSeed_isTheSameToTheLast() {
    allocating.with(TOP + "shop.Json.write", 500, 900).with(TOP + "shop.Shop.list", 800, 800);
    var launches = allocating.launches();

    assertThat(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 3).find())
        .isEqualTo(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 3).find());
  }

  /**
   * The host took time from every window of it: it is not one whose requests waited for nothing.
   */
  @Test
  void find_tailOfOneLaunchUnknown_isOfTheOthers() {
    Launches tail = new Launches(Resource.TAIL, 1, 0.02);
    tail.with("java.lang.Thread.run shop.Json.write", 0.01, 0.02).withoutTailOfHead(4);

    CauseFindings found = find(tail, Suspects.NONE);

    CauseFindings.Total total = found.totals().getFirst();
    assertThat(total.headLaunches()).isEqualTo(3);
    assertThat(total.head()).isCloseTo(0.02, within(0.001));
    assertThat(found.causes()).extracting(Cause::method).containsExactly("shop.Json.write");
  }

  @Test
  void find_moreThanAnyoneReads_keepsFifty() {
    Launches allocating = new Launches(Resource.ALLOCATION, 1, 0.02);
    for (int i = 0; i < 8; i++) {
      allocating.with("java.lang.Thread.run shop.Part" + i + ".write", 0, 800);
    }
    List<LaunchStacks> launches = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      launches.addAll(allocating.launches("scenario-" + i));
    }

    assertThat(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 1).find().causes())
        .hasSize(50);
  }

  private static CauseFindings find(Launches launches, Suspects suspects, Verdict verdict) {
    return new CauseFinder(launches.launches(), verdict, suspects, 1).find();
  }

  private static CauseFindings find(Launches launches, Verdict verdict) {
    return new CauseFinder(launches.launches(), verdict, Suspects.NONE, 1).find();
  }

  private CauseFindings find(Suspects suspects) {
    return find(allocating, suspects);
  }

  private static CauseFindings find(Launches launches, Suspects suspects) {
    return new CauseFinder(launches.launches(), Launches.unjudged(), suspects, 1).find();
  }

  private static Cause only(CauseFindings found) {
    assertThat(found.causes()).as("%s", found).hasSize(1);
    return found.causes().getFirst();
  }
}
