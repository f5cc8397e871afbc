package loomwatch.results.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** A folder with one writer at a time, among threads and processes, by a file {@code .lock}. */
public final class LockedFolder {
  /** A file lock is held by the whole process, so threads need a lock of their own. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private LockedFolder() {}

  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Runs the work when all other writers are done. It may include work in another folder.
   *
   * @throws IOException if the folder cannot be locked, for example on interruption, or the work
   *     throws it
   */
  public static <T> T whileLocked(Path folder, Work<T> work) throws IOException {
    THREADS.lock();
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      return work.run();
    } finally {
      THREADS.unlock();
    }
  }
}
