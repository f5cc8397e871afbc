package loomwatch.measure.variants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import loomwatch.measure.service.ServiceSpec;

/**
 * The class files of a service: of the jar or web application that is started, jars within it, and
 * its class path, in which the first of a class wins.
 */
final class ClassFiles implements AutoCloseable {
  /** Where Spring Boot and web applications keep the service's own classes. */
  private static final Pattern PREFIX = Pattern.compile("^(?:BOOT-INF|WEB-INF)/classes/");

  private static final String ENDING = ".class";

  private final List<FileSystem> opened = new ArrayList<>();

  /** Jars by file name, and folders by path. */
  private final Map<String, Path> files = new LinkedHashMap<>();

  /** Opens them, and of the jars within jars those of such names. */
  ClassFiles(ServiceSpec service, Predicate<String> within) throws IOException {
    try {
      for (Path each : ServiceLibraries.classPath(service)) {
        boolean folder = Files.isDirectory(each);
        files.putIfAbsent(folder ? each.toString() : name(each), each);
        for (Path jar : walked(folder ? each.resolve("WEB-INF/lib") : each, ".jar")) {
          if (within.test(name(jar))) {
            files.putIfAbsent(name(jar), jar);
          }
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Returns the names of jars that are equal in both. */
  Set<String> jarsOf(ClassFiles other) throws IOException {
    Set<String> same = new HashSet<>();
    for (Map.Entry<String, Path> each : files.entrySet()) {
      Path theirs = other.files.get(each.getKey());
      if (theirs != null
          && Files.isRegularFile(each.getValue())
          && Files.isRegularFile(theirs)
          && Files.mismatch(each.getValue(), theirs) < 0) {
        same.add(each.getKey());
      }
    }
    return same;
  }

  /** Returns the class files of all other jars and folders, by the class's name. */
  Map<String, Path> without(Set<String> names) throws IOException {
    Map<String, Path> classes = new TreeMap<>();
    for (Map.Entry<String, Path> each : files.entrySet()) {
      if (!names.contains(each.getKey())) {
        for (Path file : walked(each.getValue(), ENDING)) {
          classes.putIfAbsent(name(file, each.getValue()), file);
        }
      }
    }
    return classes;
  }

  private static String name(Path jar) {
    return Objects.toString(jar.getFileName());
  }

  private static String name(Path file, Path from) {
    Path root = Files.isDirectory(from) ? from : file.getRoot();
    String path = PREFIX.matcher(root.relativize(file).toString()).replaceFirst("");
    return path.substring(0, path.length() - ENDING.length()).replace('/', '.');
  }

  /** Returns the files with that ending; none of what is no jar. */
  private List<Path> walked(Path from, String ending) throws IOException {
    Path root = from;
    if (Files.isRegularFile(from)) {
      try {
        FileSystem jar = FileSystems.newFileSystem(from);
        opened.add(jar);
        root = jar.getPath("/");
      } catch (ZipException | ProviderNotFoundException noJar) {
        return List.of();
      }
    }
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(ending)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws IOException {
    for (FileSystem each : opened.reversed()) {
      each.close();
    }
  }
}
