package loomwatch.results.files;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A disk on which every write ends in the kernel's own "No space left on device". */
public final class FullDisk {
  public static final AtomicFile.Opening OPENING =
      temporary -> {
        Files.createFile(temporary);
        return FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
      };

  private FullDisk() {}
}
