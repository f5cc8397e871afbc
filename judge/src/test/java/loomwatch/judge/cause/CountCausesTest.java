package loomwatch.judge.cause;

import static loomwatch.judge.cause.Launches.stack;
import static loomwatch.results.Metric.SQL_STATEMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.cause.CountCauses.LaunchCounts;
import loomwatch.judge.verdict.Cause;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Stack;
import org.junit.jupiter.api.Test;

/** Places of more statements: lines 40 to 42 of Shop.java are changed. */
class CountCausesTest {
  private static final String TOP = CauseFinderTest.TOP;
  private static final String JDBC = " org.jdbc.Statement.execute:9";
  private static final long REQUESTS = 100;

  private final Map<String, Map<Stack, Long>> base = new HashMap<>();
  private final Map<String, Map<Stack, Long>> head = new HashMap<>();

  @Test
  void of_moreFromAChangedLine_namesItFirst() {
    with("select of a random cache", "shop.Json.write:7", 0, 900);
    with("select a", "shop.Json.write:7", 100, 900);
    with("select b", "shop.Shop.list:41 shop.Json.read:3", 100, 300);

    List<Cause> causes = causes();

    assertThat(causes)
        .extracting(Cause::method)
        .containsExactly("shop.Shop.list", "shop.Json.write");
    Cause first = causes.getFirst();
    assertThat(first.changed()).isTrue();
    assertThat(first.line()).isEqualTo(41);
    assertThat(first.file()).isEqualTo("src/main/java/shop/Shop.java");
    assertThat(first.counted()).isEqualTo("select b");
    assertThat(first.resource()).isEqualTo(Resource.COUNTS);
    assertThat(first.base()).isEqualTo(1);
    assertThat(first.head()).isEqualTo(3);
    assertThat(first.change().low()).isCloseTo(2, within(1e-9));
    assertThat(first.explainedPercent()).isCloseTo(20, within(1e-9));
  }

  /** A line more above it, which the change is as well. */
  @Test
  void of_linesMoved_isNoGrowth() {
    base.computeIfAbsent("select a", sql -> new HashMap<>()).put(at("shop.Shop.list:30"), 500L);
    head.computeIfAbsent("select a", sql -> new HashMap<>()).put(at("shop.Shop.list:41"), 500L);
    with("select b", "shop.Json.write:7", 100, 200);

    assertThat(causes()).extracting(Cause::counted).containsExactly("select b");
  }

  @Test
  void of_growthInThreePlaces_namesThemTheLargestFirst() {
    with("select a", "shop.Json.a:1", 0, 200);
    with("select b", "shop.Json.b:2", 0, 300);
    with("select c", "shop.Json.c:3", 0, 500);
    with("select d", "shop.Json.d:4", 0, 20);

    List<Cause> causes = causes();

    assertThat(causes)
        .extracting(Cause::method)
        .containsExactly("shop.Json.c", "shop.Json.b", "shop.Json.a");
    assertThat(causes)
        .extracting(Cause::counted)
        .containsExactly("select c", "select b", "select a");
  }

  @Test
  void of_nothingOfItInBase_isAllOfHead() {
    with("select a", "shop.Shop.list:41", 0, 500);

    assertThat(causes())
        .singleElement()
        .satisfies(cause -> {
          assertThat(cause.base()).isZero();
          assertThat(cause.head()).isEqualTo(5);
          assertThat(cause.explainedPercent()).isEqualTo(100);
        });
  }

  /** The loop calls it from one line, and once from another. */
  @Test
  void of_oneMethodFromTwoLines_isTheChangedOne() {
    with("select a", "shop.Shop.list:30", 100, 100);
    with("select b", "shop.Shop.show:41 shop.Json.read:3", 0, 500);

    assertThat(causes()).singleElement().extracting(Cause::line).isEqualTo(41);
  }

  @Test
  void of_whatIsNotWorse_isNothing() {
    with("select a", "shop.Shop.list:41", 0, 500);

    assertThat(
            new CountCauses(launches(), CauseFinderTest.SOURCES)
                .of(Launches.grown(Metric.EXCEPTIONS, 1, 6)))
        .isEmpty();
    assertThat(new CountCauses(launches(), CauseFinderTest.SOURCES).of(Launches.unjudged()))
        .isEmpty();
  }

  /** Base does it for another request of the mix alone. */
  @Test
  void of_oneRequestOfAMix_isComparedWithItself() {
    with("select a", "shop.Shop.list:41", 500, 500);
    List<LaunchCounts> mixed =
        List.of(
            new LaunchCounts("hello", "/a", Side.BASE, Mode.VIRTUAL, REQUESTS, Map.of()),
            new LaunchCounts(
                "hello", "/b", Side.HEAD, Mode.VIRTUAL, REQUESTS, Map.of(SQL_STATEMENTS, head)));

    assertThat(
            new CountCauses(mixed, CauseFinderTest.SOURCES)
                .of(Launches.grown("/b", SQL_STATEMENTS, 0, 5)))
        .singleElement()
        .satisfies(cause -> {
          assertThat(cause.request()).isEqualTo("/b");
          assertThat(cause.base()).isZero();
          assertThat(cause.head()).isEqualTo(5);
        });
  }

  @Test
  void of_oneVariantOnly_isNothing() {
    with("select a", "shop.Shop.list:41", 0, 500);

    assertThat(
            new CountCauses(launches().subList(1, 2), CauseFinderTest.SOURCES)
                .of(Launches.grown(SQL_STATEMENTS, 1, 6)))
        .isEmpty();
  }

  private void with(String sql, String frames, long inBase, long inHead) {
    if (inBase > 0) {
      base.computeIfAbsent(sql, each -> new HashMap<>()).put(at(frames), inBase);
    }
    head.computeIfAbsent(sql, each -> new HashMap<>()).put(at(frames), inHead);
  }

  private static Stack at(String frames) {
    return stack(TOP + frames + JDBC);
  }

  private List<Cause> causes() {
    return new CountCauses(launches(), CauseFinderTest.SOURCES)
        .of(Launches.grown(SQL_STATEMENTS, 1, 6));
  }

  private List<LaunchCounts> launches() {
    return List.of(launch(Side.BASE, base), launch(Side.HEAD, head));
  }

  private static LaunchCounts launch(Side side, Map<String, Map<Stack, Long>> times) {
    return new LaunchCounts(
        "hello", null, side, Mode.VIRTUAL, REQUESTS, Map.of(SQL_STATEMENTS, times));
  }
}
