package loomwatch.measure.subject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a file that the subject file names; it lies in the same folder or below. */
final class TextFile {
  /** It is kept in every record. */
  static final int MOST_BYTES = 1 << 16;

  private final Path folder;
  private final Problems problems;

  TextFile(Path folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
  }

  /** Its text, or nothing, as a problem. */
  Optional<String> read(Node node, String name) {
    String advice = "Name a text file beside or below this one, such as perf/order.json.";
    return new Scalars(problems).text(node, name, advice).flatMap(text -> read(node, name, text));
  }

  private Optional<String> read(Node node, String name, String text) {
    String shown = Scalars.quoted(text);
    try {
      Path file = folder.resolve(text).toRealPath();
      if (!file.startsWith(folder.toRealPath())) {
        return refuse(
            node, name + " must lie within this file's folder, was " + shown, "Copy it there.");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          return refuse(
              node,
              "%s must have at most %d bytes, %s had more".formatted(name, MOST_BYTES, shown),
              "Shorten it: all of it is kept in every record.");
        }
        return Optional.of(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      }
    } catch (CharacterCodingException e) {
      return refuse(node, "%s must be UTF-8, %s was not".formatted(name, shown), "Save it so.");
    } catch (IOException | InvalidPathException e) {
      return refuse(
          node,
          "%s must be readable, %s was not: %s"
              .formatted(name, shown, e.getClass().getSimpleName().replace("Exception", "")),
          "Correct the path; it begins at this file's folder.");
    }
  }

  private Optional<String> refuse(Node node, String message, String advice) {
    problems.add(node, message, advice);
    return Optional.empty();
  }
}
