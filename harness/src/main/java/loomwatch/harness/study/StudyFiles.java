package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.results.NearestName;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;

/**
 * Where studies are: in {@code studies/} of the project that is measured, and those that ship. One
 * of the project stands for one that ships under its name.
 */
public record StudyFiles(Installation installation) {
  private static final String FOLDER = "studies";

  /** The files by the names of their studies. */
  public Map<String, Path> byName() throws IOException {
    Map<String, Path> files = new TreeMap<>();
    for (Path root : List.of(installation.root(), installation.project())) {
      Path folder = root.resolve(FOLDER);
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.{yaml,yml}")) {
          found.forEach(file -> files.put(StudyFile.name(file), file));
        }
      }
    }
    return files;
  }

  /** The same, where there must be some. */
  public Map<String, Path> existing() throws IOException {
    Map<String, Path> files = byName();
    if (files.isEmpty()) {
      throw new UsageException(
          "there must be studies in %s, were none, and those that ship take a clone of Loomwatch"
                  .formatted(installation.project().resolve(FOLDER))
              + "; write one there, or name a file by its path");
    }
    return files;
  }

  /** The file of a study. */
  public Path file(String named) throws IOException {
    Map<String, Path> files = byName();
    Path known = files.get(named);
    if (known != null) {
      return known;
    }
    if (named.matches(".*\\.ya?ml") || named.contains("/")) {
      Path path = Path.of(named);
      if (Files.isRegularFile(path)) {
        return path;
      }
      throw new UsageException(named + " does not exist; study --list tells which there are");
    }
    throw new UsageException(
        "unknown study '%s'; %s; study --list tells all, a file of your own is named by its path"
            .formatted(named, NearestName.suggestion(named, existing().keySet())));
  }

  public StudyFile read(Path file) {
    String name = StudyFile.name(file);
    if (!name.matches(StudyDesign.NAME_PATTERN)) {
      throw new BadFileException(
          List.of(
              new Problem(
                  new Position(file.toString(), 1, 1),
                  "name of the file must be %s, was \"%s\""
                      .formatted(StudyDesign.NAME_MEANING, name),
                  "",
                  "Rename it: what is measured of it is kept under that name.")));
    }
    StudyService usual = installation.service().map(StudyService::of).orElse(StudyService.SHIPPED);
    return StudyFile.read(file, usual);
  }
}
