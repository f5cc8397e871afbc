package loomwatch.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.concurrent.Callable;
import loomwatch.harness.doctor.Doctor;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Is this machine fit to measure, and what to change. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Is this machine fit to measure, and how to mend it.",
      "",
      "Looks at cores, frequency, memory, limits, ports, JDK and wrk2; says what is wrong, why it"
          + " matters and what to do. The exit code is 3 when nothing measured here would be valid.",
      ""
    })
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    Doctor doctor = Doctor.examine(Installation.ofLauncher().out());
    System.out.println(
        json
            ? new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                    Map.of("schema", 1, "fit", !doctor.unfit(), "findings", doctor.findings()))
            : doctor.text().stripTrailing());
    return doctor.unfit() ? ExitCode.INVALID : ExitCode.PASS;
  }
}
