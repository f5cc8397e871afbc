package loomwatch.results.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** A folder that one writer at a time works in, threads and processes alike: {@code .lock}. */
public final class LockedFolder {
  /** A file lock is held by the whole process, so threads need one of their own. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private LockedFolder() {}

  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Does it once all other writers are done. Work in another folder may be part of it.
   *
   * @throws IOException when it cannot be locked, as when interrupted meanwhile, or work throws it
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
