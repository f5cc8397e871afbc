package loomwatch.judge.cause;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

class CauseFinderTest {
  private static final String TOP = "java.lang.Thread.run org.apache.Worker.run ";
  private static final Suspects SOURCES =
      new Suspects(
          false,
          List.of(),
          List.of(),
          SourceFiles.among(
              List.of("src/main/java/shop/Shop.java", "src/main/java/shop/Json.java")),
          Map.of("src/main/java/shop/Shop.java", List.of(new Lines(40, 42))));

  private final Launches allocating = new Launches(Resource.ALLOCATION, 1, 0.02);

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

  @Test
  void find_otherJdk_namesTheJdksMethod() {
    allocating
        .with(TOP + "shop.Json.write java.util.Arrays.copyOf", 500, 1_300)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    Cause cause = only(find(new Suspects(true, List.of(), List.of(), SourceFiles.NONE, Map.of())));

    assertThat(cause.method()).isEqualTo("java.util.Arrays.copyOf");
    assertThat(cause.caller()).isEqualTo("shop.Json.write");
  }

  /** Base and head in turn: it takes more of base, by chance, than the method grew by. */
  @Test
  void find_jitStillCompiles_hidesNothing() {
    Launches computing = new Launches(Resource.CPU, 1, 0.02);
    computing
        .with(TOP + "shop.Json.write", 5, 13)
        .with(TOP + "shop.Shop.list", 20, 20)
        .compilingUntil(60, 10, 20, 15, 30, 45, 50, 20);

    List<Cause> causes =
        new CauseFinder(computing.launches(), Launches.unjudged(), Suspects.NONE, 1)
            .find()
            .causes();

    assertThat(causes).extracting(Cause::method).containsExactly("shop.Json.write");
  }

  /** What calls whatever it is told to says nothing of who told it. */
  @Test
  void find_calledByReflection_hasNoCaller() {
    allocating
        .with(TOP + "java.lang.invoke.Invokers$Holder.invokeExact_MT shop.Json.write", 500, 1_300)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    Cause cause = only(find(Suspects.NONE));

    assertThat(cause.method()).isEqualTo("shop.Json.write");
    assertThat(cause.caller()).isNull();
  }

  /** The library did more because the line that calls it was changed. */
  @Test
  void find_callAtATouchedLine_isNamedInPlaceOfWhatItCalls() {
    allocating
        .with(TOP + "shop.Shop.list:41 lib.Xml.write:7 lib.Xml.tag:9", 0, 700)
        .with(TOP + "shop.Shop.list:30 shop.Json.write:3", 2_000, 2_000);

    Cause cause = only(find(SOURCES));

    assertThat(cause.method()).isEqualTo("shop.Shop.list");
    assertThat(cause.file()).isEqualTo("src/main/java/shop/Shop.java");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.changed()).isTrue();
    assertThat(cause.inside()).isEqualTo("lib.Xml.tag");
  }

  /** What is the same in both versions does more because of what differs. */
  @Test
  void find_otherTomcat_namesTheMethodWhoseClassChanged() {
    Upgrade tomcat =
        new Upgrade(
            List.of("org.apache."),
            new Cause.Versions("11.0.22", "11.0.25"),
            Set.of("org.apache.Output", "org.apache.Unseen"));
    allocating
        .with(TOP + "org.apache.Output.header:41 org.apache.Bytes.of:7", 0, 700)
        .with(TOP + "shop.Json.write:3", 2_000, 2_000);

    Cause cause = only(find(suspects(false, tomcat)));

    assertThat(cause.method()).isEqualTo("org.apache.Output.header");
    assertThat(cause.inside()).isEqualTo("org.apache.Bytes.of");
    assertThat(cause.changed()).isTrue();
    assertThat(cause.versions()).isEqualTo(new Cause.Versions("11.0.22", "11.0.25"));
  }

  /** Another JIT may make anything slower. */
  @Test
  void find_otherJdk_namesWhatGrewThoughItsCallersClassChanged() {
    Upgrade jdk =
        new Upgrade(List.of(), new Cause.Versions("21.0.8", "25.0.3"), Set.of("java.util.HashMap"));
    allocating
        .with(TOP + "java.util.HashMap.put java.util.Arrays.copyOf", 0, 700)
        .with(TOP + "shop.Json.write", 2_000, 2_000);

    Cause cause = only(find(suspects(true, jdk)));

    assertThat(cause.method()).isEqualTo("java.util.Arrays.copyOf");
    assertThat(cause.changed()).isFalse();
    assertThat(cause.versions()).isNull();
  }

  private static Suspects suspects(boolean jdk, Upgrade upgrade) {
    return new Suspects(jdk, List.of(), List.of(upgrade), SourceFiles.NONE, Map.of());
  }

  /** No part of it is worth a sentence; where they meet is. */
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

  /** As where a library's method was split. */
  @Test
  void find_costThatMovedBesideOneThatGrew_namesTheLatter() {
    allocating
        .with(TOP + "shop.Old.flush java.net.Socket.write", 800, 0)
        .with(TOP + "shop.New.flush java.net.Socket.write", 0, 800)
        .with(TOP + "shop.Json.write", 100, 400)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    assertThat(find(Suspects.NONE).causes())
        .extracting(Cause::method)
        .containsExactly("shop.Json.write");
  }

  @Test
  void find_twoMethodsGrew_namesBothTheLargerFirstAndNoCallerOfBoth() {
    allocating
        .with(TOP + "shop.Shop.list shop.Json.write", 100, 900)
        .with(TOP + "shop.Shop.list shop.Log.line", 100, 500)
        .with(TOP + "shop.Shop.list", 2_000, 2_000);

    List<Cause> causes = find(Suspects.NONE).causes();

    assertThat(causes)
        .extracting(Cause::method)
        .containsExactly("shop.Json.write", "shop.Log.line");
  }

  /** What moved elsewhere made nothing worse. */
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

  /** Lines that merely moved are the same frames. */
  @Test
  void find_linesShifted_namesOnlyWhatGrew() {
    allocating
        .with(TOP + "shop.Shop.list:10", 2_000, 0)
        .with(TOP + "shop.Shop.list:14", 0, 2_000)
        .with(TOP + "shop.Shop.list:12 shop.Json.write:3", 300, 0)
        .with(TOP + "shop.Shop.list:16 shop.Json.write:3", 0, 1_000);

    assertThat(only(find(Suspects.NONE)).method()).isEqualTo("shop.Json.write");
  }

  /** Little beside all that it calls, which varies by as much. */
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

    Cause cause = only(new CauseFinder(leaking.launches(), Launches.unjudged(), SOURCES, 1).find());

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

    Cause cause = only(new CauseFinder(asking.launches(), Launches.unjudged(), SOURCES, 1).find());

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

    Cause cause =
        only(new CauseFinder(starting.launches(), Launches.unjudged(), SOURCES, 1).find());

    assertThat(cause.method()).isEqualTo("shop.Shop.fill");
    assertThat(cause.line()).isEqualTo(41);
    assertThat(cause.metric()).isEqualTo(Metric.TIME_TO_READY);
    assertThat(cause.head()).isCloseTo(3, within(0.1));
  }

  /** With profilers a request takes ten times as long as without. */
  @Test
  void find_profilersCostMuch_growthIsAsItWasMeasured() {
    Launches profiled = new Launches(Resource.CPU, 3, 0.01);
    profiled.with(TOP + "shop.Json.write", 0, 20e-6).with(TOP + "shop.Shop.list", 80e-6, 80e-6);

    Cause cause = only(find(profiled, Launches.regressed(10e-6, 20)));

    assertThat(cause.head() - cause.base()).isCloseTo(2e-6, within(0.1e-6));
    assertThat(cause.explainedPercent()).isGreaterThan(90);
  }

  /** What all else takes differs by more than what grew. */
  @Test
  void find_totalWithinItsNoise_givesNoShare() {
    Launches profiled = new Launches(Resource.CPU, 3, 0.01);
    profiled.with(TOP + "shop.Json.write", 0, 20e-6).with(TOP + "shop.Shop.list", 5e-3, 5e-3);

    Cause cause = only(find(profiled, Launches.regressed(10e-6, 20)));

    assertThat(cause.method()).isEqualTo("shop.Json.write");
    assertThat(cause.explainedPercent()).isNull();
    assertThat(cause.explained()).isNull();
  }

  private static CauseFindings find(Launches launches, Verdict verdict) {
    return new CauseFinder(launches.launches(), verdict, Suspects.NONE, 1).find();
  }

  @Test
  void find_sameSeed_isTheSameToTheLast() {
    allocating.with(TOP + "shop.Json.write", 500, 900).with(TOP + "shop.Shop.list", 800, 800);
    var launches = allocating.launches();

    assertThat(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 3).find())
        .isEqualTo(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 3).find());
  }

  private CauseFindings find(Suspects suspects) {
    return new CauseFinder(allocating.launches(), Launches.unjudged(), suspects, 1).find();
  }

  private static Cause only(CauseFindings found) {
    assertThat(found.causes()).as("%s", found).hasSize(1);
    return found.causes().getFirst();
  }

  /** The host took time from every slice of it: it is not one whose requests waited for nothing. */
  @Test
  void find_tailOfOneLaunchUnknown_isOfTheOthers() {
    Launches tail = new Launches(Resource.TAIL, 1, 0.02);
    tail.with("java.lang.Thread.run shop.Json.write", 0.01, 0.02).withoutTailOfHead(4);

    CauseFindings found =
        new CauseFinder(tail.launches(), Launches.unjudged(), Suspects.NONE, 1).find();

    CauseFindings.Total total = found.totals().getFirst();
    assertThat(total.headLaunches()).isEqualTo(3);
    assertThat(total.head()).isCloseTo(0.02, within(0.001));
    assertThat(found.causes()).extracting(Cause::method).containsExactly("shop.Json.write");
  }

  /** Eight new methods in each of seven scenarios. */
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
}
