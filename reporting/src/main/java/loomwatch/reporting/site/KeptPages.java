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
 * Remembers what each {@code runs/ID.json} was made of, in {@code made.json}, so that the next site
 * keeps the files for which that is still the same: judging every record of a long history again
 * takes minutes. Thread-safe.
 */
public final class KeptPages {
  /** Raised whenever {@link RunFile} writes something else of the same record. */
  private static final int FORMAT = 3;

  private static final String FILE = "made.json";

  private final Path earlier;
  private final Path fresh;
  private final Map<String, String> known;
  private final Map<String, String> made = new ConcurrentHashMap<>();

  /**
   * Pages of the data in one folder, for the data that is made in another.
   *
   * @param earlier may be missing or of another version: then nothing is kept
   */
  public KeptPages(Path earlier, Path fresh) {
    this.earlier = earlier;
    this.fresh = fresh;
    this.known = known(earlier.resolve(FILE));
  }

  /**
   * What a page is made of: whatever else changes leaves it as it is.
   *
   * @param record the hash of the record
   * @param judging the hash of what it is judged by
   * @param title of the commit
   * @param causes that are kept of it
   */
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

  /** Takes over the page of that id if it was made of that; returns whether it was. */
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

  /** Notes that the page of that id was made again. */
  public void made(String id, String of) {
    made.put(id, of);
  }

  /** Writes what this one knows, for the next. */
  public void write() throws IOException {
    ObjectNode file = SiteJson.file("made");
    file.putPOJO("pages", new TreeMap<>(made));
    SiteJson.write(fresh.resolve(FILE), file);
  }

  private static Path page(Path data, String id) {
    return data.resolve("runs").resolve(id + ".json");
  }

  /** Of what cannot be read nothing is known: it only costs making the pages again. */
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
