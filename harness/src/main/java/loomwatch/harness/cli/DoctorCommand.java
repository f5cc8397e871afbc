package loomwatch.harness.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.doctor.Doctor;
import loomwatch.harness.doctor.Finding;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Is this machine fit to measure, and what to change. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks whether this machine is fit to measure.",
      "",
      "Looks at cores, frequency, memory, limits, ports, JDK and wrk2; says what is wrong, why it"
          + " matters and what to do. The exit code is 3 when nothing measured here would be valid.",
      "",
      "Of a service of your own it reads the file too, builds it, starts what it needs and the"
          + " service in each mode, and sends each request once. The exit code is 65 or 66 when one"
          + " of that fails.",
      ""
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private SubjectOption subject = new SubjectOption();

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = subject.lookedAt();
    Doctor doctor = Doctor.examine(installation.out());
    if (!json) {
      System.out.println(doctor.text().stripTrailing());
    }
    Optional<Finding> service = SubjectExamination.of(installation);
    boolean works = service.map(found -> found.status() != Finding.Status.PROBLEM).orElse(true);
    if (json) {
      List<Finding> findings = new ArrayList<>(doctor.findings());
      service.ifPresent(findings::add);
      System.out.println(
          new ObjectMapper()
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(
                  Map.of("schema", 1, "fit", works && !doctor.unfit(), "findings", findings)));
    } else {
      service.ifPresent(found -> System.out.print("\n" + found.text()));
    }
    if (doctor.unfit()) {
      return ExitCode.INVALID;
    }
    return works ? ExitCode.PASS : ExitCode.NO_SUBJECT;
  }
}
