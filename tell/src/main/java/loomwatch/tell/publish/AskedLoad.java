package loomwatch.tell.publish;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Slice;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;

/**
 * The load that each scenario is measured at: at a request a second any server passes.
 *
 * @param scenarios as this checkout would measure them
 * @param source how messages name the record
 */
record AskedLoad(List<Scenario> scenarios, String source) {
  private static final String WRK2 = "wrk2";

  /** How much later wrk2 opens each connection than the one before, in seconds (wrk.c). */
  private static final double STAGGER = 0.005;

  AskedLoad {
    scenarios = List.copyOf(scenarios);
  }

  /** Of what was to be measured, and of all that was. */
  void require(MeasurementRecord record) {
    for (Scenario scenario : record.scenarios()) {
      Scenario asked = of(scenario.name()).orElseThrow(() -> noLoad(scenario.name()));
      if (!scenario.equals(asked.redacted())) {
        throw UntrustedRun.refused(
            source, "scenario " + asked.name(), shown(asked), shown(scenario));
      }
    }
    record.launches().forEach(this::require);
  }

  private void require(Launch launch) {
    LoadResult load = launch.load();
    if (load != null) {
      Scenario asked = of(launch.scenario()).orElseThrow(() -> noLoad(launch.scenario()));
      requireLoad(asked, load, Math.max(1, launch.slices().size()));
      launch.slices().stream().map(Slice::load).forEach(slice -> requireLoad(asked, slice, 1));
    }
  }

  private void requireLoad(Scenario asked, LoadResult load, int slices) {
    boolean wrk2 = load.engine().equals(WRK2);
    // wrk2 takes whole rates, and has no more connections than requests a second.
    double rate =
        wrk2 ? Math.max(1, Math.round(asked.requestsPerSecond())) : asked.requestsPerSecond();
    int connections = wrk2 ? (int) Math.min(rate, asked.connections()) : asked.connections();
    if (load.requestsPerSecond() != rate || load.connections() != connections) {
      throw UntrustedRun.refused(
          source,
          "load of each launch of " + asked.name(),
          plan(rate, connections),
          plan(load.requestsPerSecond(), load.connections()));
    }
    double due = rate * load.durationSeconds();
    double later = wrk2 ? rate * STAGGER * (connections - 1) / 2 : 0;
    // Each slice is rounded to whole requests, by wrk2 for each connection.
    double rounded = wrk2 ? connections : 1;
    if (load.offered() > due + slices * rounded
        || load.offered() < due - slices * (later + rounded)) {
      throw UntrustedRun.refused(
          source,
          "offered of each launch of " + asked.name(),
          "rate × duration, " + due,
          Long.toString(load.offered()));
    }
  }

  private Optional<Scenario> of(String name) {
    return scenarios.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private RuntimeException noLoad(String benchmark) {
    return UntrustedRun.refused(source, benchmark, "a benchmark, which has no load", "a scenario");
  }

  private static String shown(Scenario scenario) {
    String digest = scenario.redacted().digest();
    return "%s of %s%s%s, %s threads, saturated %s"
        .formatted(
            plan(scenario.requestsPerSecond(), scenario.connections()),
            Clipped.quoted(scenario.sent().shown()),
            scenario.protocol() == null ? "" : " in " + scenario.protocol().label(),
            digest == null ? "" : " with values of digest " + digest,
            Objects.requireNonNullElse(scenario.maxThreads(), "any"),
            scenario.saturated());
  }

  private static String plan(double requestsPerSecond, int connections) {
    return requestsPerSecond + " requests/s over " + connections + " connections";
  }
}
