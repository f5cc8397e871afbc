package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.measure.host.ProcessClock.ThreadClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadClockTest {
  @TempDir private Path proc;

  @Test
  void cpuNanos_threadsOfThatName_areAdded() throws Exception {
    thread(1, "GC Thread#0", "100 5 1");
    thread(2, "GC Thread#1", "23 5 1");
    thread(3, "http-nio", "9999 5 1");

    assertThat(ThreadClock.cpuNanos(proc, 7, name -> name.startsWith("GC"))).hasValue(123);
  }

  @Test
  void cpuNanos_noSuchThreadOrKernelThatDoesNotTell_isNothing() throws Exception {
    thread(1, "main", "100 5 1");
    Files.createDirectories(proc.resolve("8/task/9"));
    Files.writeString(proc.resolve("8/task/9/comm"), "GC Thread#0\n");

    assertThat(ThreadClock.cpuNanos(proc, 7, name -> name.startsWith("GC"))).isEmpty();
    assertThat(ThreadClock.cpuNanos(proc, 8, name -> name.startsWith("GC"))).isEmpty();
    assertThat(ThreadClock.cpuNanos(proc, 99, name -> true)).isEmpty();
  }

  private void thread(int id, String name, String schedstat) throws IOException {
    Path task = Files.createDirectories(proc.resolve("7/task/" + id));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), schedstat + "\n");
  }
}
