package loomwatch.harness.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.measure.host.HostProbe;

/** Looks the machine over. */
public final class Doctor {
  private final List<Finding> findings;

  private Doctor(List<Finding> findings) {
    this.findings = List.copyOf(findings);
  }

  /**
   * Examines this machine.
   *
   * @param output where runs are written
   */
  public static Doctor examine(Path output) {
    HostProbe probe = HostProbe.ofThisMachine();
    String path = System.getenv().getOrDefault("PATH", "");
    List<Finding> findings = new ArrayList<>(new CpuChecks(probe).all());
    findings.addAll(new MemoryChecks(probe, output).all());
    findings.addAll(new ToolChecks(probe, path, Doctor::isWrk2).all());
    return new Doctor(findings);
  }

  private static boolean isWrk2(Path program) {
    try {
      return Wrk2Binary.at(program).file().equals(program);
    } catch (IllegalArgumentException plainWrk) {
      return false;
    }
  }

  /** What was found, in the order of looking. */
  public List<Finding> findings() {
    return findings;
  }

  /** Whether nothing measured here would be valid. */
  public boolean unfit() {
    return findings.stream().anyMatch(finding -> finding.status() == Finding.Status.PROBLEM);
  }

  /** For a person. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(finding.text());
    }
    return text.append('\n').append(conclusion()).append('\n').toString();
  }

  private String conclusion() {
    long advice =
        findings.stream().filter(finding -> finding.status() == Finding.Status.ADVICE).count();
    if (unfit()) {
      return "This machine is not fit to measure: mend what is marked ✘.";
    }
    return advice == 0
        ? "This machine is fit to measure."
        : "This machine can measure; what is marked ! makes the numbers noisier.";
  }
}
