package loomwatch.measure.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import loomwatch.measure.host.CoreLayout.CpuList;

/** Reads files of /proc and /sys. A missing or unreadable file counts as empty. */
public record MachineFiles(Path root) {
  static final long KILOBYTE = 1_024;

  public static MachineFiles ofThisMachine() {
    return new MachineFiles(Path.of("/"));
  }

  /** Reads a file, stripped; its bytes need not be valid UTF-8, as in names of processes. */
  public Optional<String> text(String path) {
    try {
      return Optional.of(Files.readString(root.resolve(path), StandardCharsets.ISO_8859_1).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the target of a symbolic link, such as {@code socket:[4711]}. */
  Optional<String> link(String path) {
    try {
      return Optional.of(Files.readSymbolicLink(root.resolve(path)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public List<String> lines(String path) {
    return text(path).map(text -> text.lines().toList()).orElse(List.of());
  }

  List<Integer> cpus(String path) {
    return CpuList.parse(text(path).orElse(""));
  }

  /** Reads a file that is one whole number; empty if it does not fit a long. */
  public OptionalLong number(String path) {
    return text(path).map(MachineFiles::parse).orElse(OptionalLong.empty());
  }

  /** Reads 32 bits from a device, in the machine's byte order. */
  public OptionalInt int32(String path) {
    try (InputStream device = Files.newInputStream(root.resolve(path))) {
      byte[] four = device.readNBytes(Integer.BYTES);
      return four.length == Integer.BYTES
          ? OptionalInt.of(ByteBuffer.wrap(four).order(ByteOrder.nativeOrder()).getInt())
          : OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  public Optional<String> field(String path, String name) {
    return lines(path).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replaceFirst("^\\s*:", "").strip())
        .findFirst();
  }

  public OptionalLong bytes(String path, String name) {
    return field(path, name)
        .map(text -> parse(text.replaceFirst(" kB$", "")))
        .orElse(OptionalLong.empty())
        .stream()
        .map(kilobytes -> kilobytes * KILOBYTE)
        .findFirst();
  }

  /** Returns the sorted names in a folder; none if its process ends meanwhile. */
  public List<String> names(String path) {
    try (Stream<Path> files = Files.list(root.resolve(path))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static OptionalLong parse(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
