package loomwatch.harness.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.GeneratorChoice.JMeterBuild;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.jmeter.JMeterGenerator.JMeterHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "agent",
    hidden = true,
    description = {
      "Makes load for another machine, by JMeter, until Ctrl-C.",
      "",
      "For load that one generator cannot give: start one on each machine that is to make load, and"
          + " name them all where the server is measured, with --generator jmeter --agents.",
      "",
      "Whoever reaches an agent's port can run programs on its machine. Its address must be one of a"
          + " network that nobody else is in."
    },
    footer = {
      "  ./loomwatch agent --address 10.0.0.2     on one machine, and so on 10.0.0.3",
      "  ./loomwatch run --generator jmeter --agents 10.0.0.2:1099,10.0.0.3:1099"
    })
final class AgentCommand implements Callable<Integer> {
  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Of this machine, the one to listen at. Default: 127.0.0.1.")
  private String address = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "1099",
      description = "Default: 1099. JMeter takes one more, that is free.")
  private int port = 1099;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 1 || port > GeneratorChoice.LAST_PORT) {
      throw new UsageException(
          "--port must be from 1 to %d, was %d".formatted(GeneratorChoice.LAST_PORT, port));
    }
    JMeterHome home = JMeterBuild.of(Installation.ofLauncher());
    Path scratch = Files.createTempDirectory("loomwatch-agent");
    Process agent =
        new ProcessBuilder(Leash.command(home.agent(address, port, scratch)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = agent.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(JMeterHome.READY)) {
          System.err.printf(
              "loomwatch: an agent at %s:%d; name it with --agents, and end it with Ctrl-C%n",
              address, port);
        }
      }
    }
    int code = agent.waitFor();
    throw new UsageException(
        "an agent must be able to listen at %s:%d, ended with %d; name a port that is free, or an address of this machine"
            .formatted(address, port, code));
  }
}
