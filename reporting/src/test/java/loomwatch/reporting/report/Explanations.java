package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings.Total;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.cause.CauseReport.FrameChange.Moved;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.jspecify.annotations.Nullable;

/** What the tests about causes share. */
public final class Explanations {
  private Explanations() {}

  /** More CPU of hello with platform threads, in that method. */
  public static Cause cause(String method) {
    return cause(method, "src/main/java/shop/Json.java", Mode.PLATFORM);
  }

  /** The same of a benchmark of a team's own. */
  static Cause benchmark(String method) {
    return new Cause(
        "shop.JsonBench.write:n=10",
        Mode.PLATFORM,
        Metric.TIME_PER_OPERATION,
        Resource.CPU,
        method,
        "shop.Shop.list",
        null,
        "src/main/java/shop/Json.java",
        42,
        true,
        1.2e-6,
        3.7e-6,
        new Interval(2.3e-6, 2.7e-6),
        82.4,
        new Interval(74.2, 90.1),
        null,
        null,
        null);
  }

  /** The same in a class of a library that has another version in head. */
  public static Cause upgraded(String method, String base, String head) {
    return cause(
        method, "src/main/java/shop/Json.java", Mode.PLATFORM, new Cause.Versions(base, head));
  }

  /** The same in a file, in a mode. */
  public static Cause cause(String method, String file, Mode mode) {
    return cause(method, file, mode, null);
  }

  /** The same of a change that the profilers do not see in all. */
  static Cause withoutShare(String method) {
    return cause(method, "src/main/java/shop/Json.java", Mode.PLATFORM, null, null, null);
  }

  private static Cause cause(
      String method, String file, Mode mode, Cause.@Nullable Versions versions) {
    return cause(method, file, mode, versions, 82.4, new Interval(74.2, 90.1));
  }

  private static Cause cause(
      String method,
      String file,
      Mode mode,
      Cause.@Nullable Versions versions,
      @Nullable Double explainedPercent,
      @Nullable Interval explained) {
    return new Cause(
        "hello",
        mode,
        Metric.CPU_PER_REQUEST,
        Resource.CPU,
        method,
        "shop.Shop.list",
        null,
        file,
        42,
        true,
        1.2e-6,
        3.7e-6,
        new Interval(2.3e-6, 2.7e-6),
        explainedPercent,
        explained,
        versions,
        null,
        null);
  }

  /** Slow requests that met that, which no code is known to have asked for. */
  static Cause tail(String reason) {
    return new Cause(
        "hello",
        Mode.PLATFORM,
        Metric.LATENCY_P99,
        Resource.TAIL,
        reason,
        null,
        null,
        "",
        null,
        false,
        0.001,
        0.013,
        new Interval(0.010, 0.014),
        93.0,
        new Interval(88, 97),
        null,
        null,
        null);
  }

  /** Objects of a class that stay on the heap. */
  static Cause live(String type, double base, double head) {
    return new Cause(
        "hello",
        Mode.VIRTUAL,
        Metric.LIVE_SET,
        Resource.LIVE,
        type,
        null,
        null,
        "",
        null,
        false,
        base,
        head,
        new Interval(0.99 * (head - base), 1.01 * (head - base)),
        60.0,
        new Interval(59, 61),
        null,
        null,
        null);
  }

  /** Five statements more of each request, in that mode. */
  public static Cause counted(String statement, Mode mode) {
    return counted(null, statement, mode);
  }

  /** The same of one request of a mix. */
  public static Cause counted(@Nullable String request, String statement, Mode mode) {
    return new Cause(
        "hello",
        mode,
        Metric.SQL_STATEMENTS,
        Resource.COUNTS,
        "shop.Shop.list",
        "shop.Pages.show",
        null,
        "src/main/java/shop/Shop.java",
        117,
        true,
        1,
        6,
        new Interval(5, 5),
        100.0,
        new Interval(100, 100),
        null,
        request,
        statement);
  }

  public static CauseReport of(String recordId, Cause... causes) {
    Moved moved = new Moved(1.2e-6, 3.7e-6, new Interval(2.3e-6, 2.7e-6));
    String method = causes.length == 0 ? "shop.Json.write" : causes[0].method();
    return new CauseReport(
        CauseReport.SCHEMA,
        recordId,
        List.of("async-profiler"),
        List.of(causes),
        List.of(
            new Total(
                "hello",
                Mode.PLATFORM,
                Resource.CPU,
                4,
                4,
                30e-6,
                33e-6,
                new Interval(2.1e-6, 3.9e-6))),
        List.of(
            new FrameChange(
                "hello", Mode.PLATFORM, Resource.CPU, method, moved, moved, null, true)),
        List.of());
  }

  /** Of base and head with platform threads, so many stacks of 40 frames, and one of that name. */
  public static List<LaunchStacks> launches(int stacks, String name) {
    List<LaunchStacks> launches = new ArrayList<>();
    for (Side variant : List.of(Side.BASE, Side.HEAD)) {
      Map<Stack, Double> spent = new HashMap<>();
      for (int i = 0; i < stacks; i++) {
        List<Frame> frames = new ArrayList<>();
        for (int depth = 0; depth < 40; depth++) {
          int path = depth < 20 ? i % 37 : depth < 35 ? i % 1_009 : i;
          frames.add(
              new Frame(
                  "org.example.part%d.Handler%d".formatted(path % 60, (path * 31 + depth) % 7_919),
                  "handle" + depth,
                  depth));
        }
        spent.put(new Stack(frames), 1e-3 + i * 1e-7);
      }
      spent.put(new Stack(List.of(new Frame("", name, 0))), 0.01);
      launches.add(
          new LaunchStacks(
              "hello",
              1,
              variant,
              Mode.PLATFORM,
              1_000,
              10,
              1,
              Map.of(Resource.CPU, spent),
              10,
              "x"));
    }
    return launches;
  }
}
