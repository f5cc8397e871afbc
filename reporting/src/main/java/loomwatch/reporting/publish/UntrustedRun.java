package loomwatch.reporting.publish;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.cause.CauseFinder;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.BisectJson;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.results.Count;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Window;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output directory of an untrusted contributor's run, such as the artifact of a fork's
 * pull request.
 *
 * <p>Only {@code record.json} and, where present, {@code causes.json} ({@link UntrustedCauses}) are
 * opened, each as a regular file that is no link, of at most {@link #MOST_BYTES}. The record must
 * strictly follow the schema, with finite numbers; scenarios, profile and generator must be known
 * here, the load must be theirs, and the time must not lie in the future. This checkout's
 * thresholds judge the record again.
 */
public final class UntrustedRun {
  /** Maximum size of a file; the largest real {@code record.json} has a twentieth of it. */
  static final int MOST_BYTES = 16 << 20;

  /** Ten times the launches of the full profile; the time for judging grows with it. */
  static final int MOST_LAUNCHES = 5_000;

  /** The time before the first Loomwatch. It limits the months, as history has a file for each. */
  static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

  private static final Pattern BENCHMARK =
      Pattern.compile("(?U)[\\w$]{1,80}([.][\\w$]{1,80}){1,20}(:\\P{Cntrl}{1,300})?");

  private UntrustedRun() {}

  /**
   * The names that may occur, and the load of each scenario.
   *
   * @param benchmarks of JMH; {@link JmhResults#ALL} for those of a team's own
   */
  public record Known(
      List<Scenario> scenarios,
      Set<String> benchmarks,
      Set<String> profiles,
      Set<String> generators) {
    public Known {
      scenarios = List.copyOf(scenarios);
      benchmarks = Set.copyOf(benchmarks);
      profiles = Set.copyOf(profiles);
      generators = Set.copyOf(generators);
    }

    /**
     * Returns whether it is of a team's benchmarks, which are known by name once they are built.
     */
    boolean areTeams(String name) {
      return benchmarks.contains(JmhResults.ALL) && BENCHMARK.matcher(name).matches();
    }

    Set<String> names() {
      return Stream.concat(scenarios.stream().map(Scenario::name), benchmarks.stream())
          .collect(Collectors.toSet());
    }
  }

  /**
   * Reads, checks and judges the run in that directory.
   *
   * @throws RecordException when this checkout could not have written the record
   */
  public static JudgedRun read(Path directory, Known known, Thresholds thresholds) {
    return read(directory, known, thresholds, record -> NoiseFloors.NONE);
  }

  /**
   * Reads, checks and judges the run with the noise floors of its host.
   *
   * @param hosts returns the noise floors of the record's host, which must come from this checkout
   *     and never from the run's directory
   */
  public static JudgedRun read(
      Path directory,
      Known known,
      Thresholds thresholds,
      Function<MeasurementRecord, NoiseFloors> hosts) {
    Path file = directory.resolve("record.json");
    String source = file.toString();
    MeasurementRecord record = StoredRecord.read(text(file), source).record();
    requireKnown(record, known, source);
    Verdict verdict =
        UntrustedCauses.in(directory, Judge.judge(record, thresholds, hosts.apply(record)));
    // Sums of finite numbers may be infinite, and JSON cannot represent infinity.
    return new JudgedRun(
        record,
        VerdictJson.read(VerdictJson.write(verdict), source),
        thresholds.inconclusive(),
        known.scenarios().isEmpty());
  }

  /** Returns the text of a UTF-8 file of at most {@link #MOST_BYTES}. */
  static String text(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new RecordException(
          file + " must be a file, " + (Files.exists(file) ? "was something else" : "was missing"));
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new RecordException(
            file + " must have at most " + MOST_BYTES + " bytes, had more; it is not published");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new RecordException(file + " must be UTF-8, was not", e);
    } catch (IOException e) {
      throw new RecordException(file + " must be readable, was not: " + e.getMessage(), e);
    }
  }

  private static void requireKnown(MeasurementRecord record, Known known, String source) {
    if (record.launches().size() > MOST_LAUNCHES) {
      throw refused(
          source,
          "launches",
          "at most " + MOST_LAUNCHES,
          Integer.toString(record.launches().size()));
    }
    Instant at = record.createdAt();
    if (at.isBefore(EARLIEST) || at.isAfter(Instant.now().plus(1, ChronoUnit.DAYS))) {
      throw refused(source, "createdAt", "from " + EARLIEST + " up to now", at.toString());
    }
    require(source, "profile", known.profiles(), record.profile());
    require(source, "generator", known.generators(), record.generator());
    record.scenarios().stream()
        .map(Scenario::name)
        .forEach(name -> require(source, "scenario", known.names(), name));
    record.launches().stream()
        .map(Launch::scenario)
        .filter(name -> !known.areTeams(name))
        .forEach(name -> require(source, "scenario of each launch", known.names(), name));
    record.launches().stream()
        .flatMap(launch -> Optional.ofNullable(launch.counts()).stream().flatMap(List::stream))
        .forEach(count -> {
          UntrustedCauses.requireCounted(source, "request of each count", count.request());
          UntrustedCauses.requireCounted(source, "of of each count", count.of());
        });
    new AskedLoad(known.scenarios(), source).require(record);
  }

  private static void require(String source, String name, Collection<String> known, String value) {
    if (!known.contains(value)) {
      throw refused(
          source,
          name,
          "one of " + String.join(", ", known.stream().sorted().toList()),
          Clipped.quoted(value));
    }
  }

  static RecordException refused(String source, String name, String rule, String was) {
    return new RecordException(source + ": " + name + " must be " + rule + ", was " + was);
  }

  /**
   * Checks the load of each scenario, as any server would pass at one request per second.
   *
   * @param scenarios as this checkout would measure them
   * @param source how messages name the record
   */
  record AskedLoad(List<Scenario> scenarios, String source) {
    private static final String WRK2 = "wrk2";

    /** Delay between the opening of two connections in wrk2, in seconds (wrk.c). */
    private static final double STAGGER = 0.005;

    AskedLoad {
      scenarios = List.copyOf(scenarios);
    }

    void require(MeasurementRecord record) {
      for (Scenario scenario : record.scenarios()) {
        Scenario asked = asked(scenario.name());
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
        Scenario asked = asked(launch.scenario());
        requireLoad(asked, load, Math.max(1, launch.windows().size()));
        launch.windows().stream()
            .map(Window::load)
            .forEach(window -> requireLoad(asked, window, 1));
      }
    }

    private void requireLoad(Scenario asked, LoadResult load, int windows) {
      boolean wrk2 = load.generator().equals(WRK2);
      // wrk2 takes integer rates, and has no more connections than requests per second.
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
      // Each window is rounded to whole requests; wrk2 rounds for each connection.
      double rounded = wrk2 ? connections : 1;
      if (load.offered() > due + windows * rounded
          || load.offered() < due - windows * (later + rounded)) {
        throw UntrustedRun.refused(
            source,
            "offered of each launch of " + asked.name(),
            "rate × duration, " + due,
            Long.toString(load.offered()));
      }
    }

    private Scenario asked(String name) {
      return scenarios.stream()
          .filter(one -> one.name().equals(name))
          .findFirst()
          .orElseThrow(() ->
              UntrustedRun.refused(source, name, "a benchmark, which has no load", "a scenario"));
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

  /**
   * Reads the causes of a run that may be an untrusted contributor's. They cannot be judged again.
   * So only causes of what this checkout judged to be worse are reported, and names are limited in
   * length and form.
   */
  static final class UntrustedCauses {
    private static final int LONGEST_NAME = 500;
    private static final int MOST_LINES = 10_000_000;
    private static final Predicate<String> CONTROL = Pattern.compile("\\p{Cntrl}").asPredicate();

    private UntrustedCauses() {}

    /**
     * Returns the verdict with its causes; unchanged where there are none.
     *
     * @throws loomwatch.results.files.RecordException when the file is not causes of that record
     */
    static Verdict in(Path directory, Verdict verdict) {
      Path file = directory.resolve("causes.json");
      if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
        return verdict;
      }
      String source = file.toString();
      CauseReport explanation = JsonFormats.CAUSES.read(UntrustedRun.text(file), source);
      if (!explanation.recordId().equals(verdict.recordId())) {
        throw UntrustedRun.refused(
            source, "recordId", verdict.recordId(), Clipped.quoted(explanation.recordId()));
      }
      List<Cause> first = explanation.causes().stream().limit(CauseFinder.MOST_CAUSES).toList();
      first.forEach(cause -> requireSound(cause, source));
      List<Cause> believed =
          first.stream().filter(cause -> cause.isOfWhatGotWorse(verdict)).toList();
      return believed.isEmpty() ? verdict : verdict.because(believed);
    }

    private static void requireSound(Cause cause, String source) {
      requireName(source, "method", cause.method());
      requireName(source, "file", cause.file().isEmpty() ? null : cause.file());
      requireName(source, "caller", cause.caller());
      requireName(source, "inside", cause.inside());
      requireCounted(source, "request", cause.request());
      requireCounted(source, "counted", cause.counted());
      Cause.Versions versions = cause.versions();
      requireName(source, "versions.base", versions == null ? null : versions.base());
      requireName(source, "versions.head", versions == null ? null : versions.head());
      if (cause.file().startsWith("/") || List.of(cause.file().split("/", -1)).contains("..")) {
        throw UntrustedRun.refused(
            source, "file", "a path within the repository", Clipped.quoted(cause.file()));
      }
      Integer line = cause.line();
      if (line != null && (line < 1 || line > MOST_LINES)) {
        throw UntrustedRun.refused(
            source, "line", "from 1 to " + MOST_LINES, Integer.toString(line));
      }
    }

    /** Requires what {@link Count#of} may be: a statement is longer than a name, and one line. */
    static void requireCounted(String source, String what, @Nullable String of) {
      if (of != null && (of.isBlank() || of.length() > Count.LONGEST || CONTROL.test(of))) {
        throw UntrustedRun.refused(
            source,
            what,
            "of 1 to %,d characters, none of control".formatted(Count.LONGEST),
            Clipped.quoted(of));
      }
    }

    private static void requireName(String source, String what, @Nullable String name) {
      if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
        throw UntrustedRun.refused(
            source, what, "of 1 to " + LONGEST_NAME + " characters", Clipped.quoted(name));
      }
    }
  }

  /**
   * The commit that bisect named for a comparison that may be an untrusted contributor's. It cannot
   * be judged again. So it is reported only for what this checkout judged to be worse, and must lie
   * between the compared commits.
   */
  public record UntrustedOrigin(String source, BisectJson.StoredBisection bisection) {

    /**
     * Returns the finding of the run in that directory; empty where there was no bisect.
     *
     * @throws RecordException when the file is not what bisect writes
     */
    public static Optional<UntrustedOrigin> in(Path directory) {
      Path file = directory.resolve("bisect.json");
      if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      String source = file.toString();
      return Optional.of(
          new UntrustedOrigin(source, BisectJson.read(UntrustedRun.text(file), source)));
    }

    /**
     * Returns the origin of the change in that comparison; empty where its series is not shown to
     * be worse.
     *
     * @param between the commits after its base up to its head, the oldest first
     * @throws RecordException when the finding is about other commits
     */
    public Optional<Origin> of(Confirmation confirmation, List<String> between) {
      if (!bisection.good().equals(confirmation.base())) {
        throw UntrustedRun.refused(
            source, "good", confirmation.base(), Clipped.quoted(bisection.good()));
      }
      int first = place("first", bisection.first(), between);
      int last = place("last", bisection.last(), between);
      if (first > last) {
        throw UntrustedRun.refused(
            source, "first", "no later than last", Clipped.quoted(bisection.first()));
      }
      Origin origin = origin();
      return confirmation
          .of(origin.series())
          .filter(line -> line.outcome().equals(Outcome.REGRESSED.label()))
          .map(line -> origin);
    }

    private int place(String name, String commit, List<String> between) {
      int place = between.indexOf(commit);
      if (place < 0) {
        throw UntrustedRun.refused(
            source, name, "a commit between those that were compared", Clipped.quoted(commit));
      }
      return place;
    }

    private Origin origin() {
      try {
        return new Origin(
            bisection.scenario(),
            bisection.mode().label(),
            bisection.metric().label(),
            bisection.first(),
            bisection.last(),
            bisection.probability());
      } catch (IllegalArgumentException e) {
        throw new RecordException(source + ": " + e.getMessage(), e);
      }
    }
  }
}
