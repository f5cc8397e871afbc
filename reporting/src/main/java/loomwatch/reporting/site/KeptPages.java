package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.files.Sha256;

/**
 * Stores in {@code made.json} the inputs of each {@code runs/ID.json}, so that the next build of
 * the site keeps files with unchanged inputs: judging every record of a long history again takes
 * minutes. Thread-safe.
 */
public final class KeptPages {
  /** Must be raised whenever {@link RunFile} writes something else for the same record. */
  private static final int FORMAT = 3;

  private static final String FILE = "made.json";

  private final Path earlier;
  private final Path fresh;
  private final Map<String, String> known;
  private final Map<String, String> made = new ConcurrentHashMap<>();

  /** Reuses pages of the folder {@code earlier}, which may be missing, in {@code fresh}. */
  public KeptPages(Path earlier, Path fresh) {
    this.earlier = earlier;
    this.fresh = fresh;
    this.known = known(earlier.resolve(FILE));
  }

  /** Returns a hash of all inputs of a page; {@code judging} is a hash of thresholds and rules. */
  public static String of(String record, String judging, String title, List<Cause> causes) {
    return Sha256.of(
        String.join(
            "\n",
            Integer.toString(SiteData.SCHEMA),
            Integer.toString(FORMAT),
            Verdict.RULE,
            Verdict.RULE_OF_COMPARISONS,
            record,
            judging,
            title,
            causes.toString()));
  }

  /** Keeps the page of that id if its inputs are the same; returns whether they are. */
  public boolean keep(String id, String of) throws IOException {
    Path page = page(earlier, id);
    if (!of.equals(known.get(id)) || !Files.isRegularFile(page)) {
      return false;
    }
    Path kept = page(fresh, id);
    Files.createDirectories(Objects.requireNonNull(kept.getParent()));
    try {
      Files.createLink(kept, page);
    } catch (UnsupportedOperationException | IOException noLinks) {
      Files.copy(page, kept, StandardCopyOption.REPLACE_EXISTING);
    }
    made.put(id, of);
    return true;
  }

  /** Notes the inputs of a page that was written again. */
  public void made(String id, String of) {
    made.put(id, of);
  }

  public void write() throws IOException {
    ObjectNode file = SiteJson.file("made");
    file.putPOJO("pages", new TreeMap<>(made));
    SiteJson.write(fresh.resolve(FILE), file);
  }

  private static Path page(Path data, String id) {
    return data.resolve("runs").resolve(id + ".json");
  }

  /** Returns an empty map for an unreadable file, as pages can be made again. */
  private static Map<String, String> known(Path file) {
    Map<String, String> known = new HashMap<>();
    try {
      SiteJson.read(file)
          .path("pages")
          .properties()
          .forEach(page -> known.put(page.getKey(), page.getValue().asText()));
    } catch (IOException none) {
      return Map.of();
    }
    return known;
  }
}
