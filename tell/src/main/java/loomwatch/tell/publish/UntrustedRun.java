package loomwatch.tell.publish;

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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.tell.json.VerdictJson;

/**
 * Reads the output directory of a run that may be a stranger's: the artifact of a fork's pull
 * request. It is data, and believed no further than it can be checked.
 *
 * <p>Of the directory only {@code record.json} is opened, and {@code causes.json} where there is
 * one ({@link UntrustedCauses}), each as a regular file that is no link, up to {@link #MOST_BYTES}.
 * It must be a record to the letter of the schema, finite numbers included; its scenarios, profile
 * and engine must be known here, its load be theirs, its time not to come. The verdict is judged
 * anew, by this checkout's policy: whoever wrote the record does not grade it.
 */
public final class UntrustedRun {
  /** Of {@code record.json}; the largest real ones have a twentieth of it. */
  static final int MOST_BYTES = 16 << 20;

  /** Ten times what the full profile makes; the time judging takes grows with it. */
  static final int MOST_LAUNCHES = 5_000;

  /** Before there was a Loomwatch. History keeps a file for each month. */
  static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

  private UntrustedRun() {}

  /**
   * What may occur.
   *
   * @param scenarios with the load that each is measured at
   * @param benchmarks by name
   * @param profiles of runs
   * @param engines that generate load
   */
  public record Known(
      List<Scenario> scenarios, Set<String> benchmarks, Set<String> profiles, Set<String> engines) {
    public Known {
      scenarios = List.copyOf(scenarios);
      benchmarks = Set.copyOf(benchmarks);
      profiles = Set.copyOf(profiles);
      engines = Set.copyOf(engines);
    }

    /** Of scenarios and benchmarks. */
    Set<String> names() {
      return Stream.concat(scenarios.stream().map(Scenario::name), benchmarks.stream())
          .collect(Collectors.toSet());
    }
  }

  /**
   * Reads, checks and judges the run in that directory.
   *
   * @throws RecordException when it is anything but a record this checkout could have made
   */
  public static JudgedRun read(Path directory, Known known, Thresholds policy) {
    return read(directory, known, policy, record -> NoiseFloors.NONE);
  }

  /**
   * The same, with what is known of hosts.
   *
   * @param hosts what comparisons of one subject with itself show on the record's host; from this
   *     checkout's own side, never from the run's directory
   */
  public static JudgedRun read(
      Path directory,
      Known known,
      Thresholds policy,
      Function<MeasurementRecord, NoiseFloors> hosts) {
    Path file = directory.resolve("record.json");
    String source = file.toString();
    MeasurementRecord record = StoredRecord.read(text(file), source).record();
    requireKnown(record, known, source);
    Verdict verdict =
        UntrustedCauses.in(directory, Judge.judge(record, policy, hosts.apply(record)));
    // Sums of finite numbers may be infinite; what JSON cannot hold must not be published.
    return new JudgedRun(
        record, VerdictJson.read(VerdictJson.write(verdict), source), policy.inconclusive());
  }

  /** The file's text, if it is a file of no more than {@link #MOST_BYTES} in UTF-8. */
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
    require(source, "engine", known.engines(), record.engine());
    record.scenarios().stream()
        .map(Scenario::name)
        .forEach(name -> require(source, "scenario", known.names(), name));
    record.launches().stream()
        .map(Launch::scenario)
        .forEach(name -> require(source, "scenario of each launch", known.names(), name));
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
}
