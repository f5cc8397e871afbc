package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.WebApplication;

/**
 * What a service is started from, where its service file leaves the version to the build: {@code *}
 * in the last part of a path stands for any characters.
 */
public final class BuiltFile {
  /** What builds leave beside it. */
  private static final Predicate<String> BESIDE =
      Pattern.compile(".*(-(sources|javadoc|tests|plain)\\.jar|\\.original)").asMatchPredicate();

  private BuiltFile() {}

  /**
   * The service with the one file that is there.
   *
   * @throws ServiceException when there is none, or more than one
   */
  static ServiceSpec named(ServiceSpec service) throws IOException {
    int jar = service.start().words().indexOf("-jar") + 1;
    Optional<String> pattern =
        service
            .start()
            .war()
            .map(WebApplication::path)
            .or(() ->
                jar == 0
                    ? Optional.empty()
                    : service.start().words().stream().skip(jar).findFirst())
            .filter(path -> path.indexOf('*') >= 0);
    return pattern.isEmpty()
        ? service
        : service.given(Map.of(pattern.get(), one(service.directory(), pattern.get())));
  }

  private static String one(Path directory, String pattern) throws IOException {
    List<String> found = matching(directory, pattern);
    if (found.size() != 1) {
      throw new ServiceException(
          "%s must match one file in %s after the build, matched %s;"
                  .formatted(
                      pattern,
                      directory.resolve(folder(pattern)).normalize(),
                      found.isEmpty() ? "none" : String.join(", ", found))
              + " write what the build leaves there, or let it remove older ones, as by clean");
    }
    return folder(pattern) + found.getFirst();
  }

  /**
   * The names of the files that a path with a {@code *} may mean, in their order.
   *
   * @param directory that the path is seen from
   */
  public static List<String> matching(Path directory, String pattern) throws IOException {
    Predicate<String> fits =
        Pattern.compile(
                Stream.of(pattern.substring(folder(pattern).length()).split("\\*", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*")))
            .asMatchPredicate();
    Path folder = directory.resolve(folder(pattern));
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(file -> found.add(String.valueOf(file.getFileName())));
    }
    return found.stream().filter(fits).filter(BESIDE.negate()).sorted().toList();
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }
}
