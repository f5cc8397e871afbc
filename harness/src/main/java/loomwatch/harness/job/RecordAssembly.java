package loomwatch.harness.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.blocks.Measurement.Measured;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;

/**
 * Puts launches, host and subjects together into the record.
 *
 * @param id of the record
 * @param startedAt when the measurement began
 * @param request what was asked for
 * @param prepared what is measured
 * @param host the machine
 * @param layout which CPUs serve what
 */
public record RecordAssembly(
    String id,
    Instant startedAt,
    MeasuringRequest request,
    Prepared prepared,
    Host host,
    CoreLayout layout) {

  /** The record of the launches of the first rounds. */
  MeasurementRecord of(List<Launch> launches) {
    return of(new Measured(launches, List.of()));
  }

  /** The record of all that was measured. */
  MeasurementRecord of(Measured measured) {
    List<Launch> launches = measured.launches();
    Map<String, Subject> subjects =
        prepared.arms().stream()
            .collect(Collectors.toMap(BuiltArm::name, arm -> arm.subject(serverFlags(arm))));
    String engineVersion =
        launches.stream()
            .map(Launch::load)
            .filter(Objects::nonNull)
            .map(LoadResult::engineVersion)
            .findFirst()
            .orElse("unused");
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        startedAt,
        request.profile().name(),
        request.seed(),
        request.engine().label(),
        host,
        subjects,
        Fingerprint.of(host, subjects, request.engine().label(), engineVersion),
        prepared.subjects().scenarios(),
        launches,
        Stream.concat(warnings().stream(), measured.warnings().stream()).toList(),
        prepared.comparison());
  }

  /** Ours, what the service's start puts over them, and over both what the arm does. */
  public List<String> serverFlags(BuiltArm arm) {
    List<String> ours =
        new ArrayList<>(JvmFlags.forServer(layout.server().size(), request.profile().heap()));
    ours.addAll(prepared.serverFlags());
    return JvmFlags.with(JvmFlags.with(ours, arm.service().jvmFlags()), arm.extraJvmFlags());
  }

  /** What the division of the CPUs takes away from the numbers. */
  public List<String> doubtsOfPlaces() {
    boolean needy = prepared.arms().stream().anyMatch(arm -> !arm.service().needs().isEmpty());
    return needy
        ? Stream.concat(layout.doubts().stream(), layout.doubtsOfNeeds().stream()).toList()
        : layout.doubts();
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(doubtsOfPlaces());
    warnings.addAll(CpuClock.doubts());
    boolean compared = prepared.comparison() != null;
    List<String> chosen = JvmFlags.choosing(prepared.arms().getFirst().service().jvmFlags());
    if (!chosen.isEmpty()) {
      warnings.add(
          "heap or collector are those that start chooses, not Loomwatch's own: "
              + String.join(" ", chosen));
    }
    String inherited =
        ServiceEnvironment.told(prepared.arms().getFirst().service()).entrySet().stream()
            .map(variable -> variable.getKey() + "=" + variable.getValue())
            .collect(Collectors.joining(", "));
    if (!inherited.isEmpty()) {
      warnings.add("servers and builds have more from the environment: " + inherited);
    }
    for (BuiltArm arm : prepared.arms()) {
      if (arm.handicap() != null) {
        String server = compared ? arm.name() + "'s server" : "the server";
        String others =
            compared ? "; without it a server has the same filter, with next to none" : "";
        warnings.add(server + " carries the handicap " + arm.handicap() + " on purpose" + others);
      }
    }
    return warnings;
  }
}
