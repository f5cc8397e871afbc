package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.RunningNeeds;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Target;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.VitalsLink;
import loomwatch.measure.plan.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.Mode;
import loomwatch.results.Saturation;
import loomwatch.results.Scenario;
import loomwatch.results.WarmUp;
import org.jspecify.annotations.Nullable;

/** Finds out how much a server bears, one launch for each scenario and mode. */
public final class SaturationProbe {
  /** Each rate is held so long: short enough to pass between two stalls of a noisy host. */
  private static final Duration HELD = Duration.ofMillis(500);

  /** Ten times what a core serves; it ends what would never end. */
  private static final double MOST_PER_SECOND = 1_000_000;

  /** Once lost is chance. */
  private static final int ATTEMPTS = 2;

  private final Equipment equipment;
  private final Profile profile;
  private final Progress progress;

  /**
   * A probe of arm {@code head}.
   *
   * @param profile says how servers are warmed
   */
  public SaturationProbe(Equipment equipment, Profile profile, Progress progress) {
    this.equipment = equipment;
    this.profile = profile;
    this.progress = progress;
  }

  /** Probes; a server that fails bears nothing, and the reason is told. */
  public Saturation.Found of(Scenario scenario, Mode mode)
      throws IOException, InterruptedException {
    Place place = new Place("head", mode);
    Path directory = equipment.raw().resolve(scenario.name() + "-" + mode.label());
    try (RunningNeeds needs = equipment.needs(place.arm(), Path.of(directory + "-needs"));
        Server server =
            equipment.launcher().open(equipment.server(place, scenario, needs), directory);
        Vitals vitals = vitals(server)) {
      needs.reset();
      WarmUp unused =
          equipment
              .warmUpEngines()
              .lend(engine ->
                  Loading.warmUp(new Target(server, vitals), scenario, profile.warmUp(), engine));
      server.keepOn(equipment.serverCores());
      RateSearch.Found found =
          RateSearch.from(
              scenario.requestsPerSecond(), MOST_PER_SECOND, rate -> hold(server, scenario, rate));
      return found(scenario, mode, found.perSecond(), found.limit());
    } catch (LaunchFailure failure) {
      return found(
          scenario, mode, null, new RateSearch.Answer.NotKept(false, failure.invalid().toString()));
    }
  }

  private static Vitals vitals(Server server) throws LaunchFailure, InterruptedException {
    return server instanceof LaunchedServer launched && launched.isJvm()
        ? VitalsLink.to(launched)
        : Vitals.NONE;
  }

  private RateSearch.Answer hold(Server server, Scenario scenario, double rate)
      throws LaunchFailure, InterruptedException {
    LoadPlan plan =
        new LoadPlan(
            server.url("/"),
            server.spoken(),
            scenario.sent(),
            0,
            rate,
            scenario.connections(),
            HELD.plus(equipment.engine().unmeasured(scenario.connections())),
            LoadPlan.Overload.FAULT);
    progress.doing("%s threads, %,.0f requests/s", server.mode().label(), rate);
    int spoilt = 0;
    int lost = 0;
    while (true) {
      LoadResult load = equipment.engine().run(plan);
      if (load.invalid().isEmpty()) {
        return new RateSearch.Answer.Kept();
      }
      boolean generator = load.spoiltByGenerator();
      if (generator ? ++spoilt > Equipment.RETAKES : ++lost == ATTEMPTS) {
        server.requireAlive("at " + Math.round(rate) + " requests/s");
        return new RateSearch.Answer.NotKept(generator, why(load));
      }
    }
  }

  private static String why(LoadResult load) {
    return load.invalid().stream().map(Invalid::toString).collect(Collectors.joining("; "));
  }

  private static Saturation.Found found(
      Scenario scenario,
      Mode mode,
      @Nullable Double borne,
      RateSearch.Answer.@Nullable NotKept limit) {
    Saturation.Limit whose =
        limit == null
            ? Saturation.Limit.NONE
            : limit.generator() ? Saturation.Limit.GENERATOR : Saturation.Limit.SERVER;
    return new Saturation.Found(
        scenario.name(),
        mode,
        scenario.connections(),
        scenario.requestsPerSecond(),
        borne,
        whose,
        limit == null ? null : limit.why());
  }
}
