package loomwatch.workflows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A workflow or a composite action as its YAML says; {@code on} is a word here, as it is to GitHub.
 */
record Workflow(Path file, Map<String, Object> content) {

  static Workflow of(String name) {
    return read(Repository.WORKFLOWS.resolve(name));
  }

  static List<Workflow> all() {
    return Repository.workflows().stream().map(Workflow::read).toList();
  }

  static Workflow read(Path file) {
    Object loaded = new Load(LoadSettings.builder().build()).loadFromString(Repository.text(file));
    return new Workflow(file, map(loaded));
  }

  String name() {
    return String.valueOf(file.getFileName());
  }

  /** What starts it, with the filters of each. */
  Map<String, Object> triggers() {
    return map(content.get("on"));
  }

  Map<String, Object> part(String key) {
    return map(content.get(key));
  }

  List<Job> jobs() {
    return part("jobs").entrySet().stream()
        .map(job -> new Job(name(), job.getKey(), map(job.getValue())))
        .toList();
  }

  Job job(String id) {
    return jobs().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }

  /** One of its jobs. */
  record Job(String workflow, String id, Map<String, Object> content) {
    /** Whether it is a whole workflow, called. */
    boolean calls() {
      return content.containsKey("uses");
    }

    String text(String key) {
      return content.getOrDefault(key, "").toString();
    }

    Map<String, Object> part(String key) {
      return map(content.get(key));
    }

    /** One or several, as a list. */
    List<String> needs() {
      Object needs = content.getOrDefault("needs", List.of());
      return needs instanceof List<?> several
          ? several.stream().map(Object::toString).toList()
          : List.of(needs.toString());
    }

    List<Step> steps() {
      return Workflow.steps(content).map(step -> new Step(workflow + "/" + id, step)).toList();
    }

    @Override
    public String toString() {
      return workflow + "/" + id;
    }
  }

  /** One step of a job or of a composite action. */
  record Step(String of, Map<String, Object> content) {
    String text(String key) {
      return content.getOrDefault(key, "").toString();
    }

    Map<String, Object> with() {
      return map(content.get("with"));
    }

    @Override
    public String toString() {
      return of + ": " + text("name");
    }
  }

  /** Of a workflow's jobs, or of an action. */
  static List<Step> stepsOf(Path definition) {
    Workflow read = read(definition);
    return Stream.concat(
            read.jobs().stream().flatMap(job -> job.steps().stream()),
            steps(read.part("runs"))
                .map(step -> new Step(Repository.ROOT.relativize(definition).toString(), step)))
        .toList();
  }

  /** The shell of its step whose name begins like that. */
  static String shellOf(Path definition, String name) {
    return stepsOf(definition).stream()
        .filter(step -> step.text("name").startsWith(name))
        .map(step -> step.text("run"))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Map<String, Object>> steps(Map<String, Object> holder) {
    return holder.get("steps") instanceof List<?> steps
        ? steps.stream().map(Workflow::map)
        : Stream.of();
  }

  /** An empty one for what is left out. */
  @SuppressWarnings("unchecked") // YAML's maps here have words as keys.
  static Map<String, Object> map(@org.jspecify.annotations.Nullable Object loaded) {
    return loaded instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }
}
