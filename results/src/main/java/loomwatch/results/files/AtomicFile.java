package loomwatch.results.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import loomwatch.results.files.RecordException.NotWrittenException;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole files: whoever opens the path, at any time and after any crash, reads the old or the
 * new content, never a part.
 *
 * <p>The text goes to a temporary file in the same folder, {@code .NAME.UUID.tmp}, which is forced
 * to disk and renamed. Then the folder is forced too, as a power cut could otherwise undo the
 * rename (see the POSIX rationale of {@code fsync}). A killed writer leaves only the temporary
 * file.
 */
public final class AtomicFile {
  public static final String REMEDY =
      "free space, or correct the path or its permissions, and run again";

  private AtomicFile() {}

  public interface Opening {
    Opening NEW_FILE =
        path -> FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    FileChannel open(Path temporary) throws IOException;
  }

  /**
   * Replaces the file's content by the text, as UTF-8; creates missing folders.
   *
   * @throws NotWrittenException if it cannot be written; the old content is then intact
   */
  public static void write(Path file, String text) {
    try {
      write(file, text, Opening.NEW_FILE);
    } catch (IOException e) {
      throw new NotWrittenException(
          "%s: file must be writable, was not: %s; what was there before is intact: %s"
              .formatted(file, reason(e), REMEDY),
          e);
    }
  }

  public static void write(Path file, String text, Opening opening) throws IOException {
    write(file, StandardCharsets.UTF_8.encode(text), opening);
  }

  static void write(Path file, ByteBuffer bytes, Opening opening) throws IOException {
    Path folder = folderOf(file);
    Files.createDirectories(folder);
    Path temporary = folder.resolve(".%s.%s.tmp".formatted(file.getFileName(), UUID.randomUUID()));
    try {
      fill(temporary, bytes, opening);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      discard(temporary, e);
      throw e;
    }
    force(folder);
  }

  /** Removes temporary files of killed writers; no writer may be active in the folder. */
  public static void sweep(Path folder) throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, ".*.tmp")) {
      for (Path leftover : leftovers) {
        Files.delete(leftover);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  public static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Returns a failure's reason, as a file system's message is often only the path. */
  public static String reason(Exception e) {
    String type = e.getClass().getSimpleName().replace("Exception", "");
    @Nullable String detail = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    if (e.getClass() == IOException.class || e.getClass() == FileSystemException.class) {
      return String.valueOf(detail);
    }
    return detail == null ? type : type + ": " + detail;
  }

  private static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IllegalArgumentException("file must be below a folder, was " + file);
    }
    return folder;
  }

  private static void fill(Path temporary, ByteBuffer bytes, Opening opening) throws IOException {
    try (FileChannel channel = opening.open(temporary)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void discard(Path temporary, IOException cause) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
