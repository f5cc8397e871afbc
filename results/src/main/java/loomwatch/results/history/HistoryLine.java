package loomwatch.results.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.JsonFault;
import loomwatch.results.RecordMapper;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * One line of a shard: an entry, its number, and its hash over both and the hash of the entry
 * before. So no entry can be changed, removed or put elsewhere without every later hash showing it.
 *
 * @param number its place in history, from 1
 * @param previous the hash of the entry before, or {@link #GENESIS}
 * @param sha256 SHA-256 of the number, a line feed, {@code previous}, a line feed and the entry's
 *     text
 * @param text the entry as JSON, to the byte
 */
record HistoryLine(int number, String previous, String sha256, String text) {

  /** What stands before the first entry. */
  static final String GENESIS = "sha256:" + "0".repeat(64);

  private static final Pattern START =
      Pattern.compile(
          "\\{\"number\":(\\d{1,9}),\"previous\":\"(%s)\",\"sha256\":\"(%s)\",\"entry\":"
              .formatted(Sha256.PATTERN, Sha256.PATTERN));
  private static final Pattern SCHEMA = Pattern.compile("\\{\"schema\":(\\d{1,9})[,}]");

  /**
   * The line of an entry that follows another. It is read back first: it can never be taken out
   * again, and one that cannot be read ends a history.
   *
   * @throws RecordException when it could not be read again
   */
  static HistoryLine of(int number, String previous, HistoryEntry entry) {
    try {
      String text = RecordMapper.INSTANCE.writeValueAsString(entry);
      HistoryLine line = new HistoryLine(number, previous, hash(number, previous, text), text);
      if (!line.isReadAs(entry)) {
        throw new RecordException(
            "entry %s must be one that can be read again, was not, as when a text in it ends within"
                    .formatted(entry.id())
                + " a character; nothing was added");
      }
      return line;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: an entry always has a JSON form", e);
    }
  }

  /**
   * Takes a line apart and checks its own hash.
   *
   * @param source how messages name the line
   * @throws RecordException when it is none, or was changed
   */
  static HistoryLine parse(String line, String source) {
    Matcher start = START.matcher(line);
    if (!start.lookingAt() || !line.endsWith("}")) {
      throw fault(source, "entry must be a whole line of history, was cut off or is none", null);
    }
    HistoryLine parsed =
        new HistoryLine(
            Integer.parseInt(start.group(1)),
            start.group(2),
            start.group(3),
            line.substring(start.end(), line.length() - 1));
    if (!hash(parsed.number, parsed.previous, parsed.text).equals(parsed.sha256)) {
      throw fault(source, "entry must have the hash it was written with, was changed", null);
    }
    return parsed;
  }

  /**
   * The entry itself.
   *
   * @param source how messages name the line
   * @throws RecordException when it is of a newer schema, or no entry
   */
  HistoryEntry entry(String source) {
    Matcher schema = SCHEMA.matcher(text);
    if (!schema.lookingAt()) {
      throw fault(source, "entry must begin with its schema, did not", null);
    }
    if (Integer.parseInt(schema.group(1)) > HistoryEntry.WITH_LOADS) {
      throw JsonFault.newer(source, HistoryEntry.WITH_LOADS, schema.group(1));
    }
    try {
      return RecordMapper.read(text, HistoryEntry.class);
    } catch (JsonProcessingException e) {
      throw fault(
          source,
          "entry must be one of schema %s, was not: %s"
              .formatted(schema.group(1), JsonFault.firstLine(e)),
          e);
    }
  }

  private boolean isReadAs(HistoryEntry entry) {
    String onDisk = new String(toString().getBytes(UTF_8), UTF_8);
    try {
      return parse(onDisk, entry.id()).entry(entry.id()).equals(entry);
    } catch (RecordException e) {
      return false;
    }
  }

  /** As it stands in the shard, without the line feed. */
  @Override
  public String toString() {
    return "{\"number\":"
        + number
        + ",\"previous\":\""
        + previous
        + "\",\"sha256\":\""
        + sha256
        + "\",\"entry\":"
        + text
        + "}";
  }

  private static String hash(int number, String previous, String text) {
    return Sha256.of(number + "\n" + previous + "\n" + text);
  }

  private static RecordException fault(String source, String message, @Nullable Throwable cause) {
    String whole = source + ": " + message + HistoryReader.RESTORE;
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }
}
