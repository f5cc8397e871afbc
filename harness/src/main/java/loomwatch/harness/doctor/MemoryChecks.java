package loomwatch.harness.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.host.HostProbe;

/** Memory, swap, huge pages, disk. */
final class MemoryChecks {
  private static final long GIB = 1L << 30;

  /** Two servers of 512 MiB heap up together, the generator, the harness, and the page cache. */
  private static final long NEEDED_MEMORY = 3 * GIB;

  /** JFR recordings and histograms of a full run. */
  private static final long NEEDED_DISK = 2 * GIB;

  private final HostProbe probe;
  private final Path output;

  MemoryChecks(HostProbe probe, Path output) {
    this.probe = probe;
    this.output = output;
  }

  List<Finding> all() {
    return List.of(memory(), swap(), hugePages(), disk());
  }

  private Finding memory() {
    OptionalLong available = probe.availableMemory();
    if (available.isEmpty()) {
      return Finding.ok("memory", "unknown");
    }
    String seen = (available.getAsLong() >> 20) + " MiB available";
    return available.getAsLong() >= NEEDED_MEMORY
        ? Finding.ok("memory", seen)
        : Finding.problem(
            "memory", seen, "two servers, the generator and the harness need 3 GiB: free some");
  }

  private Finding swap() {
    long total = probe.files().bytes("proc/meminfo", "SwapTotal").orElse(0);
    long used = total - probe.files().bytes("proc/meminfo", "SwapFree").orElse(0);
    return used > 0
        ? Finding.advice(
            "swap",
            (used >> 20) + " MiB in use",
            "a page brought back costs milliseconds: sudo swapoff -a")
        : Finding.ok("swap", total == 0 ? "none" : "unused");
  }

  private Finding hugePages() {
    String setting =
        probe.files().text("sys/kernel/mm/transparent_hugepage/enabled").orElse("unknown");
    return setting.contains("[always]")
        ? Finding.advice(
            "transparent huge pages",
            "always",
            "the kernel merges pages when it likes, and RSS with it:"
                + " echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled")
        : Finding.ok("transparent huge pages", setting);
  }

  private Finding disk() {
    Path existing = output.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      String seen = "%d MiB free at %s".formatted(free >> 20, existing);
      return free >= NEEDED_DISK
          ? Finding.ok("disk", seen)
          : Finding.advice(
              "disk", seen, "a long run keeps up to 2 GiB of recordings: free some, or give --out");
    } catch (IOException e) {
      return Finding.advice("disk", "unknown: " + e.getMessage(), "check it by hand: df -h");
    }
  }
}
