package loomwatch.measure.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.measure.subject.SubjectFileReader;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyDesign;
import org.jspecify.annotations.Nullable;

/**
 * What a file of {@code studies/} says.
 *
 * @param file as it was named to the reader
 * @param design what is recorded of it
 * @param cells with how each is launched, in the order of the design
 * @param slice how long each stretch of load is
 * @param slices how many each launch has
 * @param think in a closed loop, between an answer and the next request
 */
public record StudyFile(
    Path file,
    StudyDesign design,
    List<PlannedCell> cells,
    Duration slice,
    int slices,
    Duration think) {
  public StudyFile {
    cells = List.copyOf(cells);
  }

  /** Its loads, each once. */
  public List<Scenario> scenarios() {
    Map<String, Scenario> byName = new LinkedHashMap<>();
    cells.forEach(cell -> cell.scenario().ifPresent(load -> byName.put(load.name(), load)));
    return List.copyOf(byName.values());
  }

  /** Whether each server's highest rate is looked for. */
  public boolean ofCapacity() {
    return ofCapacity(design.claims());
  }

  static boolean ofCapacity(List<Claim> claims) {
    return anyOf(claims, Metric.CAPACITY);
  }

  /** Whether one of them is of that metric. */
  static boolean anyOf(List<Claim> claims, Metric metric) {
    return claims.stream().anyMatch(claim -> claim.quantity().equals(metric.label()));
  }

  /** One cell of each arm, by the arm's name. */
  public Map<String, PlannedCell> arms() {
    Map<String, PlannedCell> byName = new LinkedHashMap<>();
    cells.forEach(cell -> byName.putIfAbsent(cell.cell().arm(), cell));
    return byName;
  }

  /** Its benchmarks. */
  public Collection<String> benchmarks() {
    return cells.stream().map(PlannedCell::benchmark).flatMap(Optional::stream).distinct().toList();
  }

  /**
   * A cell with how it is launched.
   *
   * @param cell its levels and its place
   * @param subject what is launched
   * @param part what is said of it
   * @param scenario its load; empty for a benchmark
   * @param benchmark of the JMH suite; empty for a server
   */
  public record PlannedCell(
      StudyCell cell,
      StudySubject subject,
      ArmPart part,
      Optional<Scenario> scenario,
      Optional<String> benchmark) {}

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
      SubjectFile file = SubjectFileReader.read(path);
      return new StudySubject(Optional.of(path), Catalogue.of(file));
    }
  }

  /**
   * What a level says of the subject itself. Null is left to the others.
   *
   * @param subject another file than the study's
   * @param ref a revision
   * @param tomcat a version of Tomcat
   * @param jdk a version or home of a JDK
   * @param flags of the server's JVM
   * @param args after those of its start
   * @param environment variables over those of the service
   */
  public record ArmPart(
      @Nullable Path subject,
      @Nullable String ref,
      @Nullable String tomcat,
      @Nullable String jdk,
      List<String> flags,
      List<String> args,
      Map<String, String> environment) {
    static final ArmPart NONE = new ArmPart(null, null, null, null, List.of(), List.of(), Map.of());

    public ArmPart {
      flags = List.copyOf(flags);
      args = List.copyOf(args);
      environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }

    boolean isNone() {
      return equals(NONE);
    }

    /** Whether it is of other sources or libraries than those that lie there. */
    public boolean isBuilt() {
      return ref != null || tomcat != null;
    }

    /** This after the other: its values count, its flags and arguments come last. */
    ArmPart after(ArmPart other) {
      Map<String, String> variables = new TreeMap<>(other.environment);
      variables.putAll(environment);
      return new ArmPart(
          subject != null ? subject : other.subject,
          ref != null ? ref : other.ref,
          tomcat != null ? tomcat : other.tomcat,
          jdk != null ? jdk : other.jdk,
          joined(other.flags, flags),
          joined(other.args, args),
          variables);
    }

    private static List<String> joined(List<String> first, List<String> then) {
      List<String> all = new ArrayList<>(first);
      all.addAll(then);
      return all;
    }
  }
}
