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
import org.jspecify.annotations.Nullable;

/**
 * Only one measurement at a time on a machine: two would measure each other. The operating system
 * frees the lock however its holder ends.
 */
public final class MeasuringLock implements AutoCloseable {
  private final FileChannel file;

  private MeasuringLock(FileChannel file) {
    this.file = file;
  }

  /** The file all users of this machine share. */
  public static Path ofMachine() {
    return Path.of(System.getProperty("java.io.tmpdir"), "loomwatch-measuring.lock");
  }

  /**
   * Takes the lock.
   *
   * @throws UsageException when another measurement is running
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
