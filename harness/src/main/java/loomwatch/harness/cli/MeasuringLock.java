package loomwatch.harness.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Only one measurement at a time on a machine: two would measure each other. The operating system
 * frees the lock however its holder ends.
 */
final class MeasuringLock implements AutoCloseable {
  private final RandomAccessFile file;

  private MeasuringLock(RandomAccessFile file) {
    this.file = file;
  }

  /** The file all users of this machine share. */
  static Path ofMachine() {
    return Path.of(System.getProperty("java.io.tmpdir"), "loomwatch-measuring.lock");
  }

  /**
   * Takes the lock.
   *
   * @throws UsageException when another measurement is running
   */
  static MeasuringLock take(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
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

  private static @Nullable FileLock lock(RandomAccessFile file) throws IOException {
    try {
      return file.getChannel().tryLock();
    } catch (OverlappingFileLockException held) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
