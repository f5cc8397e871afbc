package loomwatch.measure.study;

import java.util.Optional;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.StudyCell;

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
