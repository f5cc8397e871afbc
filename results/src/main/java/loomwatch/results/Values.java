package loomwatch.results;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of values for requests: each takes a row and has what its columns hold where <code>
 * {csv.column}</code> is written.
 *
 * @param columns their names, each once; at least one
 * @param rows at least one, each with a value for every column
 */
public record Values(List<String> columns, List<List<String>> rows) {
  /** Where a value goes; its group is the column. */
  public static final Pattern PLACEHOLDER = Pattern.compile("\\{csv\\.([A-Za-z0-9_-]+)}");

  public Values {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    int width = columns.size();
    Require.check(width > 0, "columns", "at least one", "none");
    Require.check(
        new HashSet<>(columns).size() == width, "columns", "named each otherwise", columns);
    Require.check(!rows.isEmpty(), "rows", "at least one", "none");
    for (List<String> row : rows) {
      Require.check(row.size() == width, "row", "of " + width + " values", row.size());
    }
  }

  /** The same without {@linkplain Scenario#redacted what may be secret}: with its columns. */
  Values redacted() {
    return new Values(columns, List.of(Collections.nCopies(columns.size(), Request.REDACTED)));
  }

  /** What a column holds in a row; the column must be one of the {@link #columns}. */
  public String at(int row, String column) {
    return rows.get(row).get(columns.indexOf(column));
  }

  /** The text with the values of a row in it; one that speaks of no column stays as it is. */
  public String fill(String text, int row) {
    return fill(text, row, UnaryOperator.identity());
  }

  /** The same of a path and query, in which values are percent-encoded. */
  public String fillPath(String path, int row) {
    return fill(path, row, Values::percentEncoded);
  }

  private String fill(String text, int row, UnaryOperator<String> written) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(written.apply(at(row, found.group(1)))));
  }

  /** As a part of a path or a query (RFC 3986, 2.3): all but unreserved characters encoded. */
  public static String percentEncoded(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
      boolean unreserved =
          each > 0 && (Character.isLetterOrDigit(each) || "-._~".indexOf(each) >= 0);
      encoded.append(unreserved ? (char) each : "%%%02X".formatted(each & 0xFF));
    }
    return encoded.toString();
  }
}
