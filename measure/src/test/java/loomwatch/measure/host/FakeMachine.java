package loomwatch.measure.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that looks like a machine's root. */
public record FakeMachine(Path root) {

  /** Writes one of its files. */
  public FakeMachine with(String path, String content) {
    Path file = root.resolve(path);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** The CPUs a process may use. */
  public FakeMachine allowing(String cpus) {
    return with("proc/self/status", "Name:\tjava\nThreads:\t20\nCpus_allowed_list:\t" + cpus);
  }

  /** Tells of a CPU which others are hyper-threads of the same core, and where the core is. */
  public FakeMachine cpu(int cpu, String siblings, int socket) {
    String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
    return with(topology + "thread_siblings_list", siblings)
        .with(topology + "physical_package_id", Integer.toString(socket));
  }

  /** So many CPUs of a core each. */
  public FakeMachine cores(int count) {
    for (int cpu = 0; cpu < count; cpu++) {
      cpu(cpu, Integer.toString(cpu), 0);
    }
    return allowing(count == 1 ? "0" : "0-" + (count - 1));
  }

  public HostProbe probe() {
    return new HostProbe(root);
  }
}
