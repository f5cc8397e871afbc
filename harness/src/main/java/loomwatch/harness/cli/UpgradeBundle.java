package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.RunDirectory;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.measure.variants.VariantSpec.Library;
import loomwatch.reporting.report.MaintainerBundle;
import loomwatch.reporting.report.MaintainerBundle.OpenCode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Variant;

/**
 * Writes {@code bundle.zip} into the directory of an upgrade of one version that regressed, for
 * those who maintain what was upgraded.
 *
 * @param spec the versions that head has
 * @param how the option of {@code compare} that says how much is measured
 */
record UpgradeBundle(Installation installation, VariantSpec spec, RunDirectory run, String how) {
  private static final String FILE = "bundle.zip";

  /**
   * Returns whether it is to be written. Those who maintain one of several versions must not read
   * of the others, which may be of a team's own code.
   */
  boolean isDue() {
    int versions =
        spec.libraries().size() + (spec.tomcat() == null ? 0 : 1) + (spec.jdk() == null ? 0 : 1);
    return versions == 1 && !Files.exists(run.path().resolve(FILE));
  }

  /** Writes it; the server that ships is compared too, if it may be. */
  void write(boolean reproduced) throws IOException, InterruptedException {
    MeasurementRecord record = run.readRecord().record();
    Verdict verdict = run.readVerdict();
    Variant base = Objects.requireNonNull(record.variant(Side.BASE));
    List<String> files = Git.files(installation.project(), base.revision());
    MaintainerBundle bundle =
        new MaintainerBundle(
            upgrade(base),
            record,
            verdict,
            run.causes(),
            OpenCode.without(files, spec.libraries().stream().map(Library::group).toList()),
            reproduced ? reproduction(base, verdict) : Optional.empty());
    Path file = run.path().resolve(FILE);
    Path part = run.path().resolve(FILE + ".part");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(part))) {
      for (Map.Entry<String, String> each : bundle.files().entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.move(part, file);
    System.err.println("loomwatch: for its maintainers, without your code: " + file);
  }

  /** Returns, for example, {@code tomcat 10.1.46 → 10.1.50}. */
  private String upgrade(Variant base) {
    if (spec.tomcat() != null) {
      return "tomcat %s → %s".formatted(base.tomcat(), spec.tomcat());
    }
    if (spec.jdk() != null) {
      return "jdk %s → %s".formatted(base.jdk(), spec.jdk());
    }
    Library library = spec.libraries().getFirst();
    String now = base.versions().get(library.isWhole() ? "spring-boot" : library.artifact());
    return now == null
        ? library.toString()
        : library.toString().replaceFirst("(?= \\S+$)", " " + now + " →");
  }

  /**
   * Compares the server that ships with the same versions, and returns the command if a metric got
   * worse that did so here.
   */
  private Optional<String> reproduction(Variant base, Verdict here)
      throws IOException, InterruptedException {
    if (!spec.libraries().isEmpty() || Release.in(installation.root()).isPresent()) {
      return Optional.empty();
    }
    List<String> command =
        List.of("compare", "--base=" + from(spec, base), "--head=" + to(spec, base), how);
    if (installation.service().isPresent()) {
      Path directory = run.path().resolve("without-the-service");
      List<String> words = new ArrayList<>(command);
      words.addAll(List.of("--no-why", "--out=" + directory));
      int code =
          RunDirectory.isJudged(directory)
              ? ExitCode.PASS
              : ChildCommand.onTheServerThatShips(words, installation.root()).exitCode();
      if (code > ExitCode.INVALID || !RunDirectory.isJudged(directory)) {
        return Optional.empty();
      }
      Set<Metric> worse = worse(RunDirectory.existing(directory).readVerdict());
      worse.retainAll(worse(here));
      if (worse.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of("./loomwatch " + String.join(" ", command));
  }

  /** Both sides name the JDK, as the service may have another than Loomwatch. */
  static String from(VariantSpec spec, Variant base) {
    return (spec.tomcat() == null ? "" : "tomcat=" + base.tomcat() + ",") + "jdk=" + base.jdk();
  }

  static String to(VariantSpec spec, Variant base) {
    return spec.versions() + (spec.jdk() == null ? ",jdk=" + base.jdk() : "");
  }

  private static Set<Metric> worse(Verdict verdict) {
    return verdict.metrics().stream()
        .filter(MetricVerdict::gotWorse)
        .map(MetricVerdict::metric)
        .collect(Collectors.toSet());
  }
}
