package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Share;
import org.jspecify.annotations.Nullable;

/** How far the hosts can be trusted, as the overview and the page about it show it. */
final class Calibrations {
  /** A record's id begins with when it was begun. */
  private static final int TIME = "20261121T045600Z".length();

  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);

  private Calibrations() {}

  /**
   * Puts them.
   *
   * @param machine of the newest run, or null where it is not known
   */
  static void put(ObjectNode file, List<Calibration> calibrations, @Nullable String machine) {
    ArrayNode all = file.putArray("calibrations");
    for (Calibration calibration : calibrations) {
      put(all.addObject(), calibration, calibration.host().equals(machine));
    }
  }

  private static void put(ObjectNode node, Calibration calibration, boolean isNewest) {
    node.put("host", calibration.host()).put("newest", isNewest);
    node.put("profile", calibration.profile()).put("generator", calibration.generator());
    node.put("comparisons", calibration.unchanged().comparisons());
    node.put("measured", measured(calibration).map(Instant::toEpochMilli).orElse(null));
    put(node.putObject("falseAlarms"), calibration.unchanged().falseAlarms());
    ArrayNode noise = node.putArray("noise");
    calibration.noise().forEach(each -> put(noise.addObject(), each));
    ArrayNode faults = node.putArray("faults");
    calibration.faults().forEach(each -> put(faults.addObject(), each));
    ArrayNode warnings = node.putArray("warnings");
    calibration.warnings().forEach(warnings::add);
  }

  private static void put(ObjectNode node, Share share) {
    node.put("count", share.count()).put("of", share.of());
    node.put("high", SiteJson.rounded(share.high()));
  }

  private static void put(ObjectNode node, Noise noise) {
    node.put("scenario", noise.scenario()).put("mode", noise.mode().label());
    node.put("metric", noise.metric().label());
    node.put("floor", SiteJson.rounded(noise.floorPercent()));
    node.put("mde", SiteJson.rounded(noise.mdePercent()));
    node.put("tolerance", SiteJson.rounded(noise.tolerancePercent()));
  }

  private static void put(ObjectNode node, InjectedFault fault) {
    Share caught = fault.caught();
    node.put("fault", fault.fault());
    node.put("caught", caught.count()).put("of", caught.of());
    node.put("low", SiteJson.rounded(caught.low()));
    node.put("minutes", SiteJson.rounded(fault.medianMinutes()));
    ArrayNode by = node.putArray("by");
    fault.seen().stream()
        .filter(seen -> seen.caught().count() > 0)
        .map(seen -> seen.metric().label())
        .distinct()
        .forEach(by::add);
  }

  /** When its newest comparison was begun. */
  private static Optional<Instant> measured(Calibration calibration) {
    return calibration.comparisons().stream()
        .map(Calibration.Source::record)
        .flatMap(id -> begun(id).stream())
        .max(Instant::compareTo);
  }

  private static Optional<Instant> begun(String id) {
    try {
      return id.length() < TIME
          ? Optional.empty()
          : Optional.of(LocalDateTime.parse(id.substring(0, TIME), ID).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
