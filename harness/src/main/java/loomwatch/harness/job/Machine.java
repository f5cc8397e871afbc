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
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.host.HostProbe.HostWatch;
import loomwatch.measure.host.IdleStates;
import loomwatch.measure.host.MachineFiles;
import loomwatch.results.Host;
import org.jspecify.annotations.Nullable;

/**
 * This machine, kept awake for as long as this is open, and how its CPUs are divided; as seen
 * before the harness was pinned, which narrows the CPUs it sees. One for a whole command, however
 * much it measures. Not thread-safe.
 */
public final class Machine implements AutoCloseable {
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

  /** As it is while measured; to be asked before anything pins the harness. */
  public static Machine here() {
    // First: whether CPUs go to sleep is part of what the host is.
    IdleStates awake = IdleStates.off(MachineFiles.ofThisMachine());
    return new Machine(awake, HostProbe.ofThisMachine());
  }

  public Host host() {
    return host;
  }

  CoreLayout layout() {
    return layout;
  }

  /** Watches from the first call on, which is to be made once the harness is pinned. */
  public HostWatch watch() {
    if (watch == null) {
      watch = probe.watch(layout);
    }
    return watch;
  }

  @Override
  public void close() throws IOException {
    awake.close();
  }

  /**
   * Only one measurement at a time on a machine: two would measure each other. The operating system
   * frees the lock however its holder ends.
   */
  public static final class MeasuringLock implements AutoCloseable {
    private final FileChannel file;

    private MeasuringLock(FileChannel file) {
      this.file = file;
    }

    /** Takes that of this machine, a file that all its users share. */
    public static MeasuringLock ofMachine() throws IOException {
      return take(Invocation.current().temporary().resolve("loomwatch-measuring.lock"));
    }

    /**
     * Takes the lock.
     *
     * @throws IOException also when another user has closed the file to this one
     */
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
     * Opens it, whoever made it. Not by one call that makes it if need be: in a directory like /tmp
     * Linux refuses that of another user's file, even to root (sysctl fs.protected_regular).
     */
    private static FileChannel open(Path path) throws IOException {
      try {
        Files.createFile(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
      } catch (FileAlreadyExistsException there) {
        // As after every run but the first.
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
