package loomwatch.harness.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.host.HostProbe.HostWatch;
import loomwatch.measure.host.IdleStates;
import loomwatch.measure.host.MachineFiles;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.results.Host;
import org.jspecify.annotations.Nullable;

/**
 * This machine, kept out of idle states while this is open, and the assignment of its CPUs. It is
 * examined before the harness is pinned, which restricts the visible CPUs. A command uses one for
 * all its measurements. Not thread-safe.
 */
public final class Machine implements AutoCloseable {
  /** CPUs of this process before any measurement pinned it. */
  private static final List<Integer> ALLOWED = HostProbe.ofThisMachine().allowedCpus();

  private final IdleStates awake;
  private final HostProbe probe;
  private final CoreLayout layout;
  private final Host host;
  private @Nullable HostWatch watch;

  private Machine(IdleStates awake, HostProbe probe) {
    this.awake = awake;
    this.probe = probe;
    this.layout = probe.layout();
    this.host = probe.host(layout);
  }

  /** Examines this machine; must precede the pinning of the harness. */
  public static Machine here() {
    // Idle states come first, as they are a property of the host.
    IdleStates awake = IdleStates.off(MachineFiles.ofThisMachine());
    return new Machine(awake, HostProbe.ofThisMachine());
  }

  public Host host() {
    return host;
  }

  CoreLayout layout() {
    return layout;
  }

  /** Starts watching on the first call, which must follow the pinning of the harness. */
  public HostWatch watch() {
    if (watch == null) {
      watch = probe.watch(layout);
    }
    return watch;
  }

  /** Lets this process use its CPUs again: what it does next may be another measurement. */
  @Override
  public void close() throws IOException {
    awake.close();
    try {
      CpuAffinity.moveHarnessTo(ALLOWED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Allows only one measurement at a time on a machine, as two would disturb each other. The
   * operating system releases the lock however its holder ends.
   */
  public static final class MeasuringLock implements AutoCloseable {
    private final FileChannel file;

    private MeasuringLock(FileChannel file) {
      this.file = file;
    }

    /** Takes the lock of this machine, a file that all its users share. */
    public static MeasuringLock ofMachine() throws IOException {
      return take(Invocation.current().temporary().resolve("loomwatch-measuring.lock"));
    }

    /** Takes the lock; fails also when another user's file is not writable. */
    public static MeasuringLock take(Path path) throws IOException {
      FileChannel file = open(path);
      boolean taken = false;
      try {
        taken = lock(file) != null;
      } finally {
        if (!taken) {
          file.close();
        }
      }
      if (!taken) {
        throw new UsageException(
            "another Loomwatch run is measuring on this machine (lock "
                + path
                + "); two would measure each other: wait for it to end");
      }
      return new MeasuringLock(file);
    }

    /**
     * Opens the file, whoever created it. Creating and opening are separate calls, as Linux refuses
     * to open another user's file in /tmp with a call that may create it, even for root (sysctl
     * fs.protected_regular).
     */
    private static FileChannel open(Path path) throws IOException {
      try {
        Files.createFile(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
      } catch (FileAlreadyExistsException there) {
        // Expected after the first run.
      }
      try {
        return FileChannel.open(path, StandardOpenOption.WRITE);
      } catch (AccessDeniedException closed) {
        throw new IOException(
            path + " must be writable for every user who measures, was not; remove it", closed);
      }
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
      try {
        return file.tryLock();
      } catch (OverlappingFileLockException held) {
        return null;
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
