package loomwatch.measure.study;

import java.nio.file.Path;
import java.util.Optional;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.subject.SubjectFile;

/**
 * What a study measures, or one of what it measures.
 *
 * @param file its subject file; empty for the server that ships
 * @param catalogue what can be measured of it
 */
public record StudySubject(Optional<Path> file, Catalogue catalogue) {
  /** The server that ships. */
  public static final StudySubject SHIPPED = new StudySubject(Optional.empty(), Catalogue.SHIPPED);

  /**
   * That of a file.
   *
   * @throws loomwatch.results.yaml.BadFileException when not every word of it makes sense
   */
  public static StudySubject of(Path path) {
    SubjectFile file = SubjectFile.read(path);
    return new StudySubject(Optional.of(path), Catalogue.of(file));
  }
}
