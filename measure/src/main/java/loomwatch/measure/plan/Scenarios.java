package loomwatch.measure.plan;

import java.util.List;
import java.util.Set;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/**
 * The scenarios shipped. Their rates fit a server on one core. Two offer more than a pool of
 * platform threads can serve (threads ÷ service time), on any machine: that is what they are about.
 */
final class Scenarios {
  /** Tomcat's own default. */
  private static final int POOL = 200;

  static final List<Scenario> ALL =
      List.of(
          // Often enough that its CPU is not left to cool down between requests: at 2,000/s two
          // slices of one launch differ by 5 % in CPU per request, at this rate by 1 to 3 %.
          scenario("hello", "/hello", 8_000, 50),
          waiting(scenario("sleep-50", "/sleep?ms=50", 2_000, 200)),
          // 100 threads ÷ 50 ms = 2,000/s; half as much again is offered. A pool of 200 would need
          // 6,000/s, at which one core is busy with other things than waiting.
          overPool("sleep-50-over", "/sleep?ms=50", new Over(3_000, 300, 100)),
          // 200 threads ÷ 300 ms = 667/s.
          overPool("sleep-random", "/sleep?min-ms=100&max-ms=500", new Over(800, 400, POOL)),
          scenario("body-64k", "/body?bytes=65536", 1_000, 50),
          scenario("list-static", "/list-static", 2_000, 50),
          scenario("cpu", "/cpu?iterations=20000", 2_000, 50),
          waiting(scenario("service-blocking", "/service-blocking?ms=20", 2_000, 100)),
          waiting(scenario("service-async", "/service-async?ms=20", 2_000, 100)));

  private Scenarios() {}

  private static Scenario scenario(String name, String path, double rate, int connections) {
    return new Scenario(name, path, rate, connections, POOL, false, Set.of());
  }

  private static Scenario waiting(Scenario scenario) {
    return new Scenario(
        scenario.name(),
        scenario.path(),
        scenario.request(),
        scenario.mix(),
        scenario.protocol(),
        scenario.requestsPerSecond(),
        scenario.connections(),
        scenario.maxThreads(),
        true,
        scenario.saturated());
  }

  private record Over(double rate, int connections, int maxThreads) {}

  private static Scenario overPool(String name, String path, Over over) {
    return new Scenario(
        name,
        path,
        over.rate(),
        over.connections(),
        over.maxThreads(),
        true,
        Set.of(Mode.PLATFORM));
  }
}
