package loomwatch.harness.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.rounds.Equipment;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.JmhResults;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that several commands share. */
public final class SharedOptions {
  private SharedOptions() {}

  static final class ServiceOption {
    @Option(
        names = "--service",
        paramLabel = "FILE",
        description =
            "A service of your own. Default: loomwatch.yaml of this folder, else the server that ships.")
    private @Nullable Path file;

    /** Returns the installation for measuring the service. */
    Installation installation() throws IOException {
      return lookedAt().measurable();
    }

    /** Returns the installation for commands that measure nothing. */
    Installation lookedAt() {
      if (file == null) {
        return Installation.ofLauncher();
      }
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            file + " does not exist; --service names a service file, loomwatch.yaml");
      }
      return Installation.of(Optional.of(file));
    }
  }

  /** How a command compares by {@code compare} in a JVM of its own. */
  static final class ComparisonOptions {
    /** Of a hash in a directory's name. */
    private static final int DIGITS = 8;

    @Option(
        names = "--profile",
        paramLabel = "NAME",
        defaultValue = "quick",
        description =
            "How much time for how sure an answer: smoke, quick, full; default ${DEFAULT-VALUE}.")
    private String profile = "quick";

    @Option(
        names = "--counts",
        description = "Count only what requests do, as compare --counts: about a minute for each.")
    private boolean countsAlone;

    @Option(
        names = "--scenario",
        paramLabel = "NAME[,NAME...]",
        description =
            "Only these. Default: those that the service file has under profiles, or all.")
    private @Nullable String scenarios;

    @Option(
        names = "--mode",
        paramLabel = "MODE[,MODE...]",
        description = "platform or virtual. Default: both.")
    private @Nullable String modes;

    /** Returns the words of a comparison. */
    List<String> words(Installation installation, String base, String head, Path out) {
      List<String> words =
          new ArrayList<>(
              List.of("compare", "--base=" + base, "--head=" + head, depth(), "--out=" + out));
      installation.service().ifPresent(file -> words.add("--service=" + file));
      if (scenarios != null) {
        words.add("--scenario=" + scenarios);
      }
      if (modes != null) {
        words.add("--mode=" + modes);
      }
      return words;
    }

    /** Returns the option that says how much is measured. */
    String depth() {
      return countsAlone ? "--counts" : "--profile=" + profile;
    }

    /**
     * Returns the directory of a stored comparison of the same, or of one to be made.
     *
     * @param name begins that of the directory
     * @param usable whether a stored one may be taken for it
     * @param same what is the same in both, beside the service and how it is compared
     */
    Path directory(
        Installation installation,
        Path folder,
        String name,
        Predicate<Verdict> usable,
        String... same) {
      String key =
          String.join(
              "\n",
              installation.service().map(Path::toString).orElse(""),
              depth(),
              String.valueOf(scenarios),
              String.valueOf(modes),
              String.join("\n", same));
      String full = name + "-" + Sha256.hex(key).substring(0, DIGITS);
      Path directory = folder.resolve(full);
      for (int number = 2;
          RunDirectory.isJudged(directory)
              && !usable.test(RunDirectory.existing(directory).readVerdict());
          number++) {
        directory = folder.resolve(full + "-" + number);
      }
      return directory;
    }

    boolean countsAlone() {
      return countsAlone;
    }

    String scenarios() {
      return scenarios == null ? "all" : scenarios;
    }
  }

  public static final class ThresholdsOption {
    @Option(
        names = "--thresholds",
        paramLabel = "FILE",
        description = "The thresholds. Default: thresholds.yaml beside what is measured.")
    private @Nullable Path file;

    /** Reads the thresholds for the service of the working directory. */
    public Thresholds read() {
      return read(Installation.ofLauncher());
    }

    /** Reads the thresholds that limit benchmarks, or the default limits. */
    Thresholds ofBenchmarks() {
      Set<String> known = new TreeSet<>(Installation.ofLauncher().catalogue().knownNames());
      known.add(JmhResults.ALL);
      return file == null ? ShippedThresholds.read(known) : ThresholdsReader.read(file, known);
    }

    /** Reads the thresholds for a service, or the default limits if it has no file. */
    Thresholds read(Installation installation) {
      Set<String> known = installation.catalogue().knownNames();
      Path thresholds = file == null ? installation.thresholds() : file;
      if (Files.isRegularFile(thresholds)) {
        return ThresholdsReader.read(thresholds, known);
      }
      if (file == null && installation.service().isPresent()) {
        return ShippedThresholds.read(known);
      }
      throw new UsageException(
          thresholds + " does not exist; --thresholds names the file of thresholds");
    }

    /** The default limits of a service without its own thresholds. */
    static final class ShippedThresholds {
      private static final String FILE = "usual-thresholds.yaml";

      private ShippedThresholds() {}

      /** Returns the default limits for these scenarios. */
      static Thresholds read(Set<String> scenarios) {
        return ThresholdsReader.parse("the usual limits", text(), scenarios);
      }

      /** Returns the text that {@code init} writes, for a team to edit. */
      static String text() {
        try (InputStream in =
            Objects.requireNonNull(ShippedThresholds.class.getResourceAsStream(FILE))) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  static final class OutputOptions {
    private static final int WIDEST = 120;
    private static final int LOG_WIDTH = 100;

    @Option(
        names = "--json",
        description = "Print the result as JSON on standard output, and nothing else there.")
    private boolean json;

    @Option(names = "--all", description = "Show everything, not only what is important.")
    private boolean all;

    boolean json() {
      return json;
    }

    MeasureJob.Presentation presentation() {
      return new MeasureJob.Presentation(json, style(), null);
    }

    /** Returns the style of the output: colour on a terminal unless NO_COLOR is set. */
    Style style() {
      boolean terminal = terminal();
      boolean colour = terminal && System.getenv("NO_COLOR") == null;
      return new Style(
          terminal ? width() : LOG_WIDTH,
          colour ? Colour.ON : Colour.OFF,
          all ? Detail.ALL : Detail.KEY);
    }

    /** Returns the launcher's answer, as only the launcher has the terminal's descriptors. */
    static boolean terminal() {
      return Boolean.getBoolean("loomwatch.terminal");
    }

    private static int width() {
      return Math.min(WIDEST, Integer.getInteger("loomwatch.columns", LOG_WIDTH));
    }
  }

  /** A file of the verdict for CI servers. */
  static final class JunitOption {
    @Option(
        names = "--junit",
        paramLabel = "FILE",
        description =
            "Also write the verdict as JUnit XML: a test case for each blocking metric. Regressed is a"
                + " failure. Inconclusive is skipped, as nothing is shown either way. Invalid is an"
                + " error, as nothing was measured.")
    private @Nullable Path file;

    /** Adds the file, and removes an earlier one, which must not be taken for this verdict's. */
    MeasureJob.Presentation with(MeasureJob.Presentation presentation) throws IOException {
      if (file == null) {
        return presentation;
      }
      if (Files.isDirectory(file)) {
        throw new UsageException(file + " is a folder; --junit must name a file");
      }
      Files.deleteIfExists(file);
      return new MeasureJob.Presentation(presentation.json(), presentation.style(), file);
    }

    boolean isNamed() {
      return file != null;
    }
  }

  /** Whether the servers' capacity is measured, too. */
  static final class CapacityOption {
    @Option(
        names = "--capacity",
        description =
            "Also find how much load each server sustains, with the embedded generator. Takes a quarter of"
                + " a minute more for each server of a round; longer where requests take long.")
    private boolean wanted;

    Equipment.Beyond beyond() {
      return Equipment.Beyond.capacityIf(wanted);
    }
  }

  static final class OutOption {
    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Output directory, without a record in it. Default: out/<time>-<seed>.")
    private @Nullable Path out;

    @Nullable Path path() {
      return out;
    }
  }

  /** Parses {@code 90s}, {@code 15m} or {@code 2h}. */
  static final class BudgetConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,4})([smh])");

    @Override
    public Duration convert(String text) {
      Matcher time = TIME.matcher(text);
      if (!time.matches()) {
        throw new TypeConversionException(
            "must be a number of seconds, minutes or hours such as 90s, 15m or 2h, was '"
                + text
                + "'");
      }
      long number = Long.parseLong(time.group(1));
      return switch (time.group(2)) {
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
  }
}
