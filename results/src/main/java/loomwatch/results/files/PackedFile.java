package loomwatch.results.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Reads and packs text files: {@code NAME}, or {@code NAME.gz} in the format of {@code gzip}. */
public final class PackedFile {
  public static final String ENDING = ".gz";

  private PackedFile() {}

  /** Returns the plain file, or the packed one if only that exists. */
  public static Path of(Path plain) {
    Path packed = packed(plain);
    return !Files.exists(plain) && Files.exists(packed) ? packed : plain;
  }

  public static String text(Path file) throws IOException {
    if (!file.toString().endsWith(ENDING)) {
      return Files.readString(file);
    }
    try (InputStream bytes =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.readAllBytes()))
          .toString();
    }
  }

  /**
   * Reads a text; {@code remedy} is advice for a damaged file.
   *
   * @throws RecordException if it cannot be read
   */
  public static String text(Path file, String noun, String remedy) {
    try {
      return text(file);
    } catch (CharacterCodingException e) {
      throw new RecordException(
          "%s: %s must be UTF-8 text, was in another encoding; %s".formatted(file, noun, remedy),
          e);
    } catch (EOFException | ZipException e) {
      throw new RecordException(
          "%s: %s must be packed whole, was cut off or changed; %s".formatted(file, noun, remedy),
          e);
    } catch (IOException e) {
      throw new RecordException(
          "%s: %s must be a readable file, was not: %s; correct the path or its permissions"
              .formatted(file, noun, AtomicFile.reason(e)),
          e);
    }
  }

  /** Replaces a file by its packed form; an interruption leaves either or both. */
  public static void pack(Path plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream bytes = new GZIPOutputStream(packed)) {
      bytes.write(Files.readAllBytes(plain));
    }
    AtomicFile.write(
        packed(plain), ByteBuffer.wrap(packed.toByteArray()), AtomicFile.Opening.NEW_FILE);
    Files.delete(plain);
  }

  private static Path packed(Path plain) {
    return plain.resolveSibling(plain.getFileName() + ENDING);
  }
}
