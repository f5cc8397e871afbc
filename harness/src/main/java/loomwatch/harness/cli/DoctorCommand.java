package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.doctor.Doctor;
import loomwatch.harness.doctor.Doctor.Diagnosis;
import loomwatch.harness.doctor.Doctor.Diagnosis.Severity;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = {
      "Checks whether this machine is fit to measure.",
      "",
      "Checks cores, frequency, memory, limits, ports, JDK and wrk2; says what is wrong, why it"
          + " matters and what to do. The exit code is 3 when nothing measured here would be valid.",
      "",
      "Of a service of your own it reads the file too, builds it, starts what it needs and the"
          + " service in each mode, and sends each request once. The exit code is 65 or 66 when one"
          + " of that fails."
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private ServiceOption service = new ServiceOption();

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  /** The output of {@code --json}. */
  private record Fitness(int schema, boolean fit, List<Diagnosis> findings) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = service.lookedAt();
    Doctor doctor = Doctor.examine(installation.out());
    if (!json) {
      System.out.println(doctor.text().stripTrailing());
    }
    Optional<Diagnosis> service = examine(installation);
    boolean works = service.map(found -> found.status() != Diagnosis.Severity.PROBLEM).orElse(true);
    if (json) {
      List<Diagnosis> findings = new ArrayList<>(doctor.findings());
      service.ifPresent(findings::add);
      System.out.print(
          JsonFormat.write(
              StrictJson.WITH_NULLS, new Fitness(1, works && !doctor.unfit(), findings)));
    } else {
      service.ifPresent(found -> System.out.print("\n" + found.text()));
    }
    if (doctor.unfit()) {
      return ExitCode.INVALID;
    }
    return works ? ExitCode.PASS : ExitCode.NO_SERVICE;
  }

  /** Builds and starts a service and sends its requests; empty for the demo server. */
  private static Optional<Diagnosis> examine(Installation installation)
      throws IOException, InterruptedException {
    Optional<ServiceFile> file = installation.spec();
    if (file.isEmpty()) {
      return Optional.empty();
    }
    String name = file.get().service().name();
    Catalogue catalogue = Catalogue.of(file.get());
    MeasuringRequest all =
        new MeasuringRequest(
            Profile.QUICK,
            catalogue.scenarios(),
            false,
            catalogue.modes(),
            GeneratorChoice.of(null, null, List.of(), catalogue.scenarios()),
            0,
            null);
    List<String> seen = new ArrayList<>();
    installation.hideFromGit();
    Files.createDirectories(installation.out());
    try (Children children = new Children()) {
      BuiltVariant variant =
          new VariantBuilder(installation, children, OngoingMeasurement::say).alone(null, null);
      new Preflight(children, installation.preflight(), seen::add).check(variant, all);
      return Optional.of(
          new Diagnosis("service", Severity.OK, name + ": " + String.join("; ", seen), ""));
    } catch (ServiceException | VariantException broken) {
      return Optional.of(
          new Diagnosis(
              "service",
              Severity.PROBLEM,
              name + " cannot be measured",
              String.valueOf(broken.getMessage())));
    }
  }
}
